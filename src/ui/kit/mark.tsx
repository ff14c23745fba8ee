/** The mark of the app: the same claw as `public/icons/icon.svg`, in the colours of the theme. */

export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect class="mark-ground" width="24" height="24" rx="7.4" />
      <path
        class="mark-claw"
        d="M7.1 5.8c5.3.9 9 3.1 10.4 6.2-1.4 3.1-5.1 5.3-10.4 6.2 3.6-1.9 5.4-4 6-6.2-.6-2.2-2.4-4.3-6-6.2Z"
      />
    </svg>
  );
}
