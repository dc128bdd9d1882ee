import { stockAlertMessages } from '#features/stock/alerts/stock-alert-messages.ts'
import { useSession } from '#features/accounts/browser-session/browser-session.tsx'
import { Button } from '#kit/form/button.tsx'

const FIELD_ID = 'stock-alert-email'

/** A document request to another page, because this one is cached; works without scripts. */
export default function StockAlertForm({ slug }: { slug: string }) {
  const { user } = useSession()
  const prefill = (input: HTMLInputElement | null) => {
    if (input && user) input.value ||= user.email
  }
  return (
    <form method="post" action={`/stock-alerts?product=${slug}`} className="stock-alert">
      <label htmlFor={FIELD_ID}>Your email</label>
      <input
        ref={prefill}
        id={FIELD_ID}
        className="input"
        name="email"
        type="email"
        autoComplete="email"
        aria-describedby="stock-alert-promise"
        required
      />
      <Button type="submit" variant="outline">
        {stockAlertMessages.button}
      </Button>
      <p id="stock-alert-promise">{stockAlertMessages.promise}</p>
    </form>
  )
}
