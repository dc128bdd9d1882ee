export function ShareBar({ value, largest }: { value: number; largest: number }) {
  return (
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="plot-share">
      <rect className="plot-column" width={(value / largest) * 100} height="1" />
    </svg>
  )
}
