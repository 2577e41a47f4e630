import { FINDINGS, type Finding, doAnalyse, getAnalyseResult } from '@xueheng/contract/domains/gather/analyse.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Progress, Table, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { formatMoment, formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { isOver, percentOf, readJobs, useJobs } from '../../platform/jobs/jobs.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { FindingsDialog, type Opened } from './FindingsDialog.tsx'
import { TaskChoice } from './TaskChoice.tsx'

type Line = Output<typeof getAnalyseResult>[number]
const KEY = 'gather-analysis'
const NAMES = Object.keys(FINDINGS) as Finding[]

/** 采集数据分析: what is wrong with a collection, by area and school; a count opens its students. */
export function Page() {
  const t = useT()
  return (
    <PageFrame title={t('采集数据分析')}>
      <TaskChoice asked="student" forget={['areaCode']}>
        {(taskId) => <Analysis key={taskId} taskId={taskId} />}
      </TaskChoice>
    </PageFrame>
  )
}

function Analysis({ taskId }: { taskId: string }) {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const [opened, open] = useState<Opened>()
  const areaCode = search.get('areaCode') ?? undefined
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [KEY, taskId, areaCode],
    queryFn: () => callApi(getAnalyseResult, { gatherTaskId: taskId, areaCode: areaCode ?? null }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const time = data?.[0]?.analyseTime
  return (
    <Flex vertical gap="middle">
      <Flex gap="middle" align="center" wrap>
        <StartButton taskId={taskId} />
        {areaCode && <Button onClick={() => setSearch({ areaCode: undefined })}>{t('返回上一级')}</Button>}
        {time && <Typography.Text type="secondary">{t('分析于{time}', { time: formatMoment(time) })}</Typography.Text>}
      </Flex>
      {data?.length === 0 ? (
        <Empty title={t('还没有分析过这个采集任务')} />
      ) : (
        <Table<Line>
          size="small"
          rowKey="code"
          loading={isPending}
          dataSource={data ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              title: t(areaCode ? '学校' : '县区'),
              render: (_, { code, name }) =>
                areaCode ? (
                  name
                ) : (
                  <Button type="link" size="small" onClick={() => setSearch({ areaCode: code })}>
                    {name}
                  </Button>
                ),
            },
            { title: t('采集人数'), align: 'right', render: (_, { totalNum }) => formatNumber(totalNum) },
            ...NAMES.map((finding) => ({
              title: t(FINDINGS[finding]),
              align: 'right' as const,
              render: (_: unknown, line: Line) => (
                <Count num={line[finding]} onOpen={() => open({ taskId, finding, ...unitOf(line, areaCode) })} />
              ),
            })),
          ]}
        />
      )}
      {opened && <FindingsDialog opened={opened} onClose={() => open(undefined)} />}
    </Flex>
  )
}

function unitOf({ code, name }: Line, areaCode: string | undefined) {
  return areaCode ? { schoolCode: code, name } : { areaCode: code, name }
}

function Count({ num, onOpen }: { num: number; onOpen: () => void }) {
  if (num === 0) return <Typography.Text type="secondary">0</Typography.Text>
  return (
    <Button type="link" size="small" onClick={onOpen}>
      {formatNumber(num)}
    </Button>
  )
}

/** Starts an analysis and shows how far it is; its counts are read when it ends. */
function StartButton({ taskId }: { taskId: string }) {
  const t = useT()
  const can = useCan()
  const client = useQueryClient()
  const job = useJobs().find((one) => one.subject === taskId && one.name === 'gather.analyse-students')
  const isRunning = job !== undefined && !isOver(job)
  const { id, state } = job ?? {}
  useEffect(() => {
    if (id) void client.invalidateQueries({ queryKey: [KEY, taskId] })
  }, [client, taskId, id, state])
  const starting = useAction(
    async () => {
      await callApi(doAnalyse, { gatherTaskId: taskId })
      await readJobs()
    },
    { done: '' },
  )
  if (!can('gatheranalyse_run')) return null
  return (
    <>
      <Button type="primary" loading={isRunning || starting.isBusy} onClick={() => void starting.run()}>
        {t('开始分析')}
      </Button>
      {isRunning && (
        <Progress className="gather-job" percent={percentOf(job)} status="active" aria-label={t('分析进度')} />
      )}
    </>
  )
}
