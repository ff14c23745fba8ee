/** A moment in words for a model, on the clock of the device. */

/** Such as `Tue, 24 Nov 2026, 08:00 GMT+1`. */
export function momentText(at: number): string {
  return new Date(at).toLocaleString('en-GB', {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' },
  });
}
