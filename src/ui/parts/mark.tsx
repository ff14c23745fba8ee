/** The mark of the app: the same strokes as `public/icons/icon.svg`, in the colours of the theme. */

export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect class="mark-ground" width="24" height="24" rx="7.4" />
      <path class="mark-claw" d="M7.4 7.2c2.9.5 4.9 2.1 5.7 4.8-.8 2.7-2.8 4.3-5.7 4.8" />
      <path class="mark-claw" d="M13.4 7.2c1.9.8 3 2.4 3.4 4.8-.4 2.4-1.5 4-3.4 4.8" />
    </svg>
  );
}
