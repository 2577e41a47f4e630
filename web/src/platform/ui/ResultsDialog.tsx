import type { Fields, Row } from '@xueheng/contract/kit/field.ts'
import { useT } from '../i18n/i18n.ts'
import { AppModal } from './AppModal.tsx'
import { PagedTable, type PagedTableProps } from './PagedTable.tsx'

const SIZE = 20
const REFRESH_MS = 3000

interface ResultsDialogProps<F extends Fields> extends Pick<
  PagedTableProps<Row<F>>,
  'name' | 'read' | 'columns' | 'keyOf'
> {
  title: string
  onClose: () => void
}

/** What became of each of many, page by page, read again while work goes on. */
export function ResultsDialog<F extends Fields>({ title, onClose, ...table }: ResultsDialogProps<F>) {
  const t = useT()
  return (
    <AppModal open width={760} title={t(title)} footer={null} onCancel={onClose}>
      <PagedTable {...table} size={SIZE} refreshMs={REFRESH_MS} />
    </AppModal>
  )
}
