export function ShareBar({ value, largest }: { value: number; largest: number }) {
  return (
    <svg
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block w-full h-1.75 mt-1"
    >
      <rect className="plot-column" width={(value / largest) * 100} height="1" />
    </svg>
  )
}
