import type { Asked } from '@xueheng/contract/domains/gather/gather-task.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Table, type TableColumnType } from 'antd'
import type { Change } from '../../platform/action/changes.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { TaskChoice } from './TaskChoice.tsx'

/** A line by its place: masked values do not tell lines apart. */
type Keyed<L> = L & { key: number }

interface ArchiveProps<L extends object, A> {
  /** Name of the query of the differences. */
  name: string
  asked: Asked
  title: string
  /** What is said where the register does not differ. */
  none: string
  /** What is asked before anything is written. */
  question: string
  changes: readonly Change[]
  differences: (taskId: string) => Promise<L[]>
  archive: (taskId: string) => Promise<A>
  columns: TableColumnType<Keyed<L>>[]
  /** Whether a line keeps the whole archive back. */
  holdsBack?: (line: L) => boolean
  sayArchived: (answer: A) => void
  onClose: () => void
}

/** What the register will differ in, before the collated rows of a collection are written into it. */
export function ArchiveDialog<L extends object, A>(props: ArchiveProps<L, A>) {
  const [, setSearch] = useTabSearch()
  const close = () => {
    setSearch({ taskId: undefined })
    props.onClose()
  }
  return (
    <AppModal open width={820} title={props.title} footer={null} onCancel={close}>
      <TaskChoice asked={props.asked} forget={[]}>
        {(taskId) => <Differences {...props} taskId={taskId} onClose={close} />}
      </TaskChoice>
    </AppModal>
  )
}

function Differences<L extends object, A>({ taskId, ...props }: ArchiveProps<L, A> & { taskId: string }) {
  const t = useT()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [props.name, taskId],
    queryFn: () => props.differences(taskId),
  })
  const archive = useAction(() => props.archive(taskId), {
    confirm: props.question,
    changes: props.changes,
    done: '',
    onDone: (answer) => {
      props.sayArchived(answer)
      props.onClose()
    },
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Flex vertical gap="middle" align="flex-start">
      <Table<Keyed<L>>
        className="gather-differences"
        size="small"
        loading={isPending}
        dataSource={(data ?? []).map((line, key) => ({ ...line, key }))}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: props.none }}
        columns={props.columns}
      />
      <Button
        type="primary"
        loading={archive.isBusy}
        disabled={isPending || data?.some((line) => props.holdsBack?.(line))}
        onClick={() => void archive.run()}
      >
        {t('全部归档')}
      </Button>
    </Flex>
  )
}
