import { deleteInstance } from '@xueheng/contract/domains/workflow/follow.ts'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'

interface StopDialogProps {
  title: string
  processInstanceId: string
  onClose: () => void
}

/** Ends a running process for good; why stays on record. */
export function StopDialog({ title, processInstanceId, onClose }: StopDialogProps) {
  const t = useT()
  return (
    <CallDialog
      call={deleteInstance}
      title={t(title)}
      given={{ processInstanceId }}
      changes={[['crud'], ['flow']]}
      isDanger
      onClose={onClose}
    />
  )
}
