import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { portfolioTitles, takePortfolioTitles } from '@xueheng/contract/domains/gather/portfolio-title.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Table } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { t as translate, useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message } from '../../platform/ui/message.ts'
import { useTicks } from '../../platform/ui/ticks.ts'
import { TaskChoice } from './TaskChoice.tsx'

type Line = Output<typeof portfolioTitles>[number]

/** Titles that passed in the portfolios and stand otherwise in a collection: those that are chosen are taken, no others. */
export function PortfolioTitles({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [, setSearch] = useTabSearch()
  const close = () => {
    setSearch({ taskId: undefined })
    onClose()
  }
  return (
    <AppModal open width={820} title={t('采用教师档案中的职称')} footer={null} onCancel={close}>
      <TaskChoice asked="teacher" forget={[]}>
        {(taskId) => <Lines key={taskId} taskId={taskId} onDone={close} />}
      </TaskChoice>
    </AppModal>
  )
}

function Lines({ taskId, onDone }: { taskId: string; onDone: () => void }) {
  const t = useT()
  const [chosen, choose] = useState<string[]>([])
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['crud', gatherTeacher.name, 'portfolio-titles', taskId],
    queryFn: () => callApi(portfolioTitles, { gatherTaskId: taskId }),
  })
  const ticks = useTicks(data ?? [], nameOf)
  const taking = useAction(() => callApi(takePortfolioTitles, { gatherTaskId: taskId, ids: chosen.join() }), {
    changes: [gatherTeacher],
    done: '',
    onDone: (told) => {
      sayTaken(told)
      onDone()
    },
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Flex vertical gap="middle" align="flex-start">
      <Table
        className="gather-differences"
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={data ?? []}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('教师档案中没有与采集不同的职称') }}
        rowSelection={{ selectedRowKeys: chosen, onChange: (keys) => choose(keys.map(String)), ...ticks }}
        columns={[
          { title: t('姓名'), render: (_, line) => <Whose {...line} /> },
          { title: t('采集中'), dataIndex: 'title', render: (title: string | null) => title ?? t('未填') },
          { title: t('教师档案中'), dataIndex: 'portfolioTitle' },
          { title: t('颁发证书日期'), dataIndex: 'certDate' },
        ]}
      />
      <Button type="primary" loading={taking.isBusy} disabled={chosen.length === 0} onClick={() => void taking.run()}>
        {chosen.length > 0 ? t('采用所选{n}条', { n: chosen.length }) : t('采用所选')}
      </Button>
    </Flex>
  )
}

/** Whose title it is; the classes of one teacher are lines of their own. */
function Whose(line: Line) {
  return (
    <>
      {line.teacherName}
      <small className="gather-whose">{placeOf(line)}</small>
    </>
  )
}

function placeOf({ className, courseName }: Line): string {
  return `${className ?? ''} ${translate(courseName)}`
}

function nameOf(line: Line): string {
  return `${line.teacherName} ${placeOf(line)}`
}

function sayTaken(told: Output<typeof takePortfolioTitles>): void {
  const refused = told.filter(({ isDone }) => isDone !== 1)
  const taken = translate('已采用{n}条', { n: told.length - refused.length })
  const [first] = refused
  if (first) message.warning(`${taken}；${first.message}`)
  else message.success(taken)
}
