import { FIRST_STEPS, firstStepMessages, isStepDone, type FirstStep } from '#shop/reports/dashboard/setup-steps.ts'
import type { IdentityReport } from '#shop/reports/dashboard/identity-report.ts'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { categoryListPath } from '#web/admin/categories/category-list-url.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { productListPath } from '#web/admin/products/product-list-url.ts'

type FirstStepsPanelProps = { counts: { products: number; categories: number }; identity: IdentityReport | null }

/** What an empty shop needs before it can sell anything, in the order in which it can be done. */
export function FirstStepsPanel({ counts, identity }: FirstStepsPanelProps) {
  return (
    <div className="mt-4">
      <DashboardPanel title={firstStepMessages.title}>
        <p className="panel-body">{firstStepMessages.lead}</p>
        <ol className="first-steps">
          {FIRST_STEPS.map((step) => (
            <Step key={step} step={step} isDone={isStepDone(step, counts, identity) === true} isReady={step !== 'product' || counts.categories > 0} />
          ))}
        </ol>
      </DashboardPanel>
    </div>
  )
}

function Step({ step, isDone, isReady }: { step: FirstStep; isDone: boolean; isReady: boolean }) {
  const { title, text, link } = firstStepMessages.steps[step]
  return (
    <li data-done={isDone || undefined}>
      <div className="first-step-words">
        <h3>
          {title}
          {isDone && <span className="first-step-done">{firstStepMessages.done}</span>}
        </h3>
        {!isDone && <p className="minor">{isReady ? text : firstStepMessages.categoryFirst}</p>}
      </div>
      {!isDone && isReady && link && <StepLink step={step} label={link} />}
    </li>
  )
}

const PATHS: Partial<Record<FirstStep, string>> = {
  category: categoryListPath({ kind: 'add' }),
  product: productListPath({}, { kind: 'add' }),
  mail: '#emails',
  look: '/',
}

/** A place on this page and a page of the shop are no pages of the back-office, whose links load by scripts. */
function StepLink({ step, label }: { step: FirstStep; label: string }) {
  const to = PATHS[step]!
  const className = 'button button-outline button-small'
  if (step === 'mail' || step === 'look') {
    return (
      <a href={to} className={className}>
        {label}
      </a>
    )
  }
  return (
    <ShopLink to={to} className={className}>
      {label}
    </ShopLink>
  )
}
