import {
  SETUP_STEPS,
  setupStepMessages,
  isSetupStepDone,
  type SetupStep,
} from '#shop/reports/dashboard/setup-steps.ts'
import type { IdentityReport } from '#shop/reports/dashboard/identity-report.ts'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { categoryListPath } from '#web/admin/categories/category-list-url.ts'
import { SETTINGS_PATH } from '#web/admin/settings/settings-view.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { productListPath } from '#web/admin/products/product-list-url.ts'

type FirstStepsPanelProps = {
  counts: { products: number; categories: number }
  identity: IdentityReport | null
}

export function FirstStepsPanel({ counts, identity }: FirstStepsPanelProps) {
  return (
    <div className="mt-4">
      <DashboardPanel title={setupStepMessages.title}>
        <p className="panel-body">{setupStepMessages.lead}</p>
        <ol className="first-steps">
          {SETUP_STEPS.map((step) => (
            <Step
              key={step}
              step={step}
              isDone={isSetupStepDone(step, counts, identity) === true}
              isReady={step !== 'product' || counts.categories > 0}
            />
          ))}
        </ol>
      </DashboardPanel>
    </div>
  )
}

function Step({ step, isDone, isReady }: { step: SetupStep; isDone: boolean; isReady: boolean }) {
  const { title, text, link } = setupStepMessages.steps[step]
  return (
    <li data-done={isDone || undefined}>
      <div className="first-step-words">
        <h3>
          {title}
          {isDone && <span className="first-step-done">{setupStepMessages.done}</span>}
        </h3>
        {!isDone && <p className="minor">{isReady ? text : setupStepMessages.categoryFirst}</p>}
      </div>
      {!isDone && isReady && <StepLink step={step} label={link} />}
    </li>
  )
}

const PATHS: Record<SetupStep, string> = {
  company: SETTINGS_PATH,
  category: categoryListPath({ kind: 'add' }),
  product: productListPath({}, { kind: 'add' }),
  mail: '#emails',
  look: '/',
}

/** Client-side navigation covers admin routes only. */
function StepLink({ step, label }: { step: SetupStep; label: string }) {
  const to = PATHS[step]
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
