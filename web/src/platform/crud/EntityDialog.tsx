import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { t } from '../i18n/i18n.ts'
import type { OwnInputs } from './FormFields.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { Values } from '../form/values.ts'
import type { EntityDialogControl } from './use-entity-dialog.ts'
import { useList } from './use-list.ts'

export interface EntityDialogProps {
  entity: AnyEntity
  dialog: EntityDialogControl
  /** Sent with a new row beside what the form asks for. */
  extra?: Values | undefined
  /** Controls the page brings itself, by field. */
  inputs?: OwnInputs | undefined
  /** Told what the server answered. */
  onSaved?: ((answer: unknown) => unknown) | undefined
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

/** The form of the rows of the list it stands in. */
export function ListForm({ onSaved }: Partial<Pick<EntityDialogProps, 'onSaved'>>) {
  const { entity, dialog, defaults } = useList()
  return <EntityDialog {...{ entity, dialog, onSaved }} extra={defaults} />
}
