import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { t } from '../i18n/i18n.ts'
import type { FieldCheck, OwnInputs } from './FormFields.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { EntityDialogControl, Values } from './use-entity-dialog.ts'

export interface EntityDialogProps {
  entity: AnyEntity
  title: string
  dialog: EntityDialogControl
  /** Sent with a new row beside what the form asks for. */
  extra?: Values | undefined
  checks?: Record<string, FieldCheck> | undefined
  /** Controls the page brings itself, by field. */
  inputs?: OwnInputs | undefined
  /** Told what the server answered. */
  onSaved: (answer: unknown) => unknown
}

const EntityForm = lazyPart(
  async () => (await import('./EntityForm.tsx')).EntityForm,
  () => <div className="crud-opening" role="status" aria-label={t('加载中')} />,
)

/** The form of one row: add, edit and view. Each opening has its own instance, fetched when the first is wanted. */
export function EntityDialog(props: EntityDialogProps) {
  const { opening } = props.dialog.state
  return opening > 0 && <EntityForm key={opening} {...props} />
}
