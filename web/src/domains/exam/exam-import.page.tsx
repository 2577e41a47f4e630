import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { CheckStep } from './import/CheckStep.tsx'
import { ChooseStep } from './import/ChooseStep.tsx'
import { ConfirmStep } from './import/ConfirmStep.tsx'
import { FinishStep } from './import/FinishStep.tsx'
import { MappingStep } from './import/MappingStep.tsx'
import { UploadStep } from './import/UploadStep.tsx'
import { WizardSteps } from './import/WizardSteps.tsx'
import { type Wizard, useWizard } from './import/use-wizard.ts'
import './import/import.css'

/** 导入向导: from workbooks to imported rows; left at any point and found again by its address. */
export function Page() {
  const t = useT()
  const wizard = useWizard()
  const { batch, exam, error } = wizard
  const hint = exam ? `${exam.examName} · ${t(IMPORT_KINDS[wizard.kind].title)}` : t('先选择考试与类型')
  return (
    <PageFrame title={t('导入向导')} hint={hint}>
      <div className="imp">
        <WizardSteps wizard={wizard} />
        <div className="imp-sheet">
          {error ? (
            <ErrorState error={error} onRetry={() => void wizard.refresh()} />
          ) : wizard.batchId && !batch ? (
            <Skeleton rows={6} />
          ) : (
            <Step wizard={wizard} />
          )}
        </div>
      </div>
    </PageFrame>
  )
}

function Step({ wizard }: { wizard: Wizard }) {
  const { batch } = wizard
  if (wizard.step === 'choose') return <ChooseStep wizard={wizard} />
  if (wizard.step === 'upload' || !batch) return <UploadStep wizard={wizard} />
  switch (wizard.step) {
    case 'mapping':
      return <MappingStep key={batch.jobId} wizard={wizard} batch={batch} />
    case 'check':
      return <CheckStep wizard={wizard} batch={batch} />
    case 'confirm':
      return <ConfirmStep wizard={wizard} batch={batch} />
    case 'finish':
      return <FinishStep wizard={wizard} batch={batch} />
  }
}
