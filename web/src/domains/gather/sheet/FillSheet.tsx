import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { Alert, Button, Pagination, Space } from 'antd'
import { useMemo } from 'react'
import { type GridColumn, widthOf } from '../../../platform/grid/columns.ts'
import { DataGrid } from '../../../platform/grid/DataGrid.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type GatherTask, TaskChoice } from '../TaskChoice.tsx'
import { cellFault } from './sheet-cells.ts'
import type { SheetKind } from './sheet-kinds.ts'
import { type FillSheet as Sheet, PAGE, useFillSheet } from './use-fill-sheet.ts'
import '../gather.css'

/** Texts looked at for the width of a column. */
const SAMPLE = 60

/** A list of collected rows as a sheet to type into, in the same tab. */
export function FillSheet({ kind }: { kind: SheetKind }) {
  const t = useT()
  const [, setSearch] = useTabSearch()
  return (
    <PageFrame
      title={t('{title}：表格填报', { title: t(kind.entity.title) })}
      extra={<Button onClick={() => setSearch({ sheet: undefined, taskId: undefined })}>{t('返回列表')}</Button>}
    >
      <TaskChoice asked={kind.asked} forget={[]}>
        {(taskId, task) => <Desk key={taskId} kind={kind} task={task} />}
      </TaskChoice>
    </PageFrame>
  )
}

function Desk({ kind, task }: { kind: SheetKind; task: GatherTask }) {
  const t = useT()
  const can = useCan()
  const isOpen = canDo(gatherTaskStates, 'report', task.taskStatus ?? 0) && can(kind.code)
  const sheet = useFillSheet(kind, task, isOpen)
  const { found, rows, edits, at, move, total, page, turn } = sheet
  const columns = useGridColumns(sheet)
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton rows={8} />
  if (total === 0) return <Empty title={t('还没有要填的行，请先在列表中带出')} />
  return (
    <>
      {!isOpen && <Alert type="info" showIcon title={t('采集任务没有开放，只能查看')} />}
      <Overtaken sheet={sheet} />
      <SheetBar sheet={sheet} />
      <DataGrid
        label={t('{title}：表格填报', { title: t(kind.entity.title) })}
        columns={columns}
        rowCount={rows.length}
        rowAt={(index) => rows[index]}
        readRows={async (from, to) => rows.slice(from, to)}
        edits={edits}
        at={at}
        onMove={move}
        optionsOf={(_row, column) => sheet.columns[column]?.options?.map(({ label }) => label) ?? NONE}
      />
      {total > PAGE && (
        <Pagination
          current={page}
          pageSize={PAGE}
          total={total}
          showSizeChanger={false}
          onChange={turn}
          showTotal={(n) => t('共 {n} 行', { n })}
        />
      )}
    </>
  )
}

const NONE: readonly string[] = []

/** Widths go by what was read: they stay while rows are typed into. */
function useGridColumns({ columns, read }: Sheet): GridColumn[] {
  const t = useT()
  return useMemo(
    () =>
      columns.map((column, i) => {
        const title = `${t(column.field.label)}${column.isRequired ? ' *' : ''}`
        const texts = read.slice(0, SAMPLE).map(({ cells }) => cells[i] ?? '')
        return {
          key: column.name,
          title,
          width: widthOf([title, ...texts]),
          isReadOnly: column.isFixed,
          check: (typed: string) => cellFault(column, typed),
        }
      }),
    [t, columns, read],
  )
}

function SheetBar({ sheet: { edits, readyNum, saving } }: { sheet: Sheet }) {
  const t = useT()
  const isChanged = edits.count > 0
  return (
    <div className="gather-sheet-bar" role="toolbar" aria-label={t('表格填报')}>
      <Button type="primary" loading={saving.isBusy} disabled={readyNum === 0} onClick={() => void saving.run()}>
        {readyNum > 0 ? t('保存{n}行', { n: readyNum }) : t('保存')}
      </Button>
      <Button disabled={edits.edits.past.length === 0} onClick={edits.undo}>
        {t('撤销')}
      </Button>
      <Button disabled={edits.edits.future.length === 0} onClick={edits.redo}>
        {t('重做')}
      </Button>
      {isChanged && <Button onClick={edits.drop}>{t('放弃修改')}</Button>}
      <small>
        {isChanged
          ? t('改了{n}格，还没有保存；离开也不会丢', { n: edits.count })
          : t('从工作簿复制后直接粘贴；正在审核的行保存前会再问，灰色的行已审核通过，不能改')}
      </small>
    </div>
  )
}

/** Others were quicker in some cells: whose text counts is said by the user. */
function Overtaken({ sheet: { lateNum, keepMine, takeTheirs } }: { sheet: Sheet }) {
  const t = useT()
  if (lateNum === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('您改过的 {n} 格已被他人修改', { n: lateNum })}
      action={
        <Space wrap>
          <Button size="small" onClick={keepMine}>
            {t('以我的内容为准')}
          </Button>
          <Button size="small" onClick={takeTheirs}>
            {t('以他人的为准')}
          </Button>
        </Space>
      }
    />
  )
}
