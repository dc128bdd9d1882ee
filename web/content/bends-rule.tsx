/** The road's bends as a thin line: a pause between two parts of a page, silent to screen readers. */
export function BendsRule() {
  return (
    <svg aria-hidden="true" className="my-10 h-6 w-48 text-turmeric md:my-14" viewBox="0 0 192 24" fill="none">
      <path
        d="M1 21c14 0 8-18 21-18s7 18 21 18 7-18 21-18 7 18 21 18 7-18 21-18 7 18 21 18 7-18 21-18 7 18 21 18 7-18 21-18h21"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  )
}
