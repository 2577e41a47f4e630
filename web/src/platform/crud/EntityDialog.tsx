import { t } from '../i18n/i18n.ts'
import { lazyPart } from './lazy-part.tsx'
import type { EntityDialogProps } from './use-entity-dialog.ts'
import { useList } from './use-list.ts'

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
export function ListForm({ onSaved, inputs }: Partial<Pick<EntityDialogProps, 'onSaved' | 'inputs'>>) {
  const { entity, dialog, defaults } = useList()
  return <EntityDialog {...{ entity, dialog, onSaved, inputs }} extra={defaults} />
}
