import { setupStepMessages, type SetupProgress, type SetupStep } from '#features/dashboard/setup-steps.ts'
import type { SalesPeriod } from '#features/figures/sales/sales-period.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { categoryListPath } from '#features/catalogue/categories/admin/category-list-url.ts'
import { textPath } from '#features/content/admin/content-paths.ts'
import { PEOPLE_PATH, SETTINGS_PATH } from '#features/settings/admin/settings-view.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { dashboardPath, type FirstStepsIntent } from './dashboard-url.ts'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'

type FirstStepsPanelProps = { progress: SetupProgress; hasCategory: boolean; days: SalesPeriod }

export function FirstStepsPanel({ progress, hasCategory, days }: FirstStepsPanelProps) {
  return (
    <div className="mt-4">
      <DashboardPanel
        title={setupStepMessages.title}
        aside={<span className="minor">{setupStepMessages.progress(progress)}</span>}
      >
        <p className="panel-body">{setupStepMessages.lead}</p>
        <ol className="first-steps">
          {progress.map(({ step, isDone }) => (
            <Step key={step} step={step} isDone={isDone} needsCategory={step === 'product' && !hasCategory}>
              {step === 'backup' && (
                <StepButton intent="backup-done" days={days} label={setupStepMessages.backupDone} />
              )}
            </Step>
          ))}
        </ol>
        <div className="panel-body flex flex-wrap items-center gap-y-2 gap-x-4 py-3 border-t border-line">
          <StepButton intent="hide-first-steps" days={days} label={setupStepMessages.hide} />
          <span className="minor">{setupStepMessages.hidden}</span>
        </div>
      </DashboardPanel>
    </div>
  )
}

type StepProps = { step: SetupStep; isDone: boolean; needsCategory: boolean; children: React.ReactNode }

function Step({ step, isDone, needsCategory, children }: StepProps) {
  const { title, text, link } = setupStepMessages.steps[step]
  return (
    <li data-done={isDone || undefined}>
      <div className="first-step-words">
        <h3>
          <span>{title}</span>{' '}
          {isDone && <span className="ml-2 text-muted font-[400]">{setupStepMessages.done}</span>}
        </h3>
        {!isDone && <p className="minor">{needsCategory ? setupStepMessages.categoryFirst : text}</p>}
      </div>
      {!isDone && children}
      {!isDone && needsCategory && (
        <ShopLink to={categoryListPath({ kind: 'add' })} className={LINK_CLASS}>
          {setupStepMessages.addCategory}
        </ShopLink>
      )}
      {!isDone && !needsCategory && link && <StepLink step={step} label={link} />}
    </li>
  )
}

const LINK_CLASS = 'button button-outline button-small'
const PATHS: Record<SetupStep, string> = {
  company: SETTINGS_PATH,
  mail: '#emails',
  story: textPath('about'),
  product: productListPath({}, { kind: 'add' }),
  order: '/',
  administrator: PEOPLE_PATH,
  backup: '',
}

/** Client-side navigation covers admin routes only. */
function StepLink({ step, label }: { step: SetupStep; label: string }) {
  const to = PATHS[step]
  if (step === 'mail' || step === 'order') {
    return (
      <a href={to} className={LINK_CLASS}>
        {label}
      </a>
    )
  }
  return (
    <ShopLink to={to} className={LINK_CLASS}>
      {label}
    </ShopLink>
  )
}

function StepButton({ intent, days, label }: { intent: FirstStepsIntent; days: SalesPeriod; label: string }) {
  return (
    <PostForm action={dashboardPath(days)} preventScrollReset replace>
      <SendButton intent={intent} size="small" variant="outline" pendingLabel="Saving...">
        {label}
      </SendButton>
    </PostForm>
  )
}
