/** Tells elements when they come near the screen and leave it, by one observer for all of them. */

/** Two swipes ahead, so that a picture is there when it is reached. */
const margin = '800px';

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** Returns a function that stops watching. */
export function watchNearScreen(element: Element, listener: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    // The texts are in boxes that scroll; `rootMargin` is that of the window only.
    { rootMargin: margin, scrollMargin: margin },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
  };
}
