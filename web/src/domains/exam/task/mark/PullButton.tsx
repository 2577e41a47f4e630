import { markPaperTeacher } from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { CallDialog } from '../../../../platform/form/CallDialog.tsx'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../../platform/ui/AppModal.tsx'
import type { TaskChoice } from '../use-task-progress.ts'
import { MARK_CHANGES, useMarkRights } from './use-marking.ts'

type Pulled = Output<typeof markPaperTeacher>

/** Pulls what the plans lack, and says course by course what came of it. */
export function PullButton({ task }: { task: TaskChoice }) {
  const t = useT()
  const { canPull } = useMarkRights(task)
  const [isAsking, ask] = useState(false)
  const [results, show] = useState<Pulled>()
  if (!canPull) return null
  return (
    <>
      <Button type="primary" onClick={() => ask(true)}>
        {t('抽调')}
      </Button>
      {isAsking && (
        <CallDialog
          call={markPaperTeacher}
          given={{ taskId: task.id, ids: null }}
          okText={t('抽调')}
          changes={MARK_CHANGES}
          done=""
          onDone={(answer) => show(answer)}
          onClose={() => ask(false)}
        />
      )}
      {results && <PullResults results={results} onClose={() => show(undefined)} />}
    </>
  )
}

function PullResults({ results, onClose }: { results: Pulled; onClose: () => void }) {
  const t = useT()
  return (
    <AppModal open title={t('抽调结果')} footer={null} onCancel={onClose}>
      <Table<Pulled[number]>
        size="small"
        rowKey="courseName"
        dataSource={results}
        pagination={false}
        columns={[
          { dataIndex: 'courseName', title: t('科目'), render: (course: string) => t(course) },
          { dataIndex: 'needNum', title: t('需要人数'), align: 'right' },
          { dataIndex: 'added', title: t('新抽'), align: 'right' },
          { dataIndex: 'shortNum', title: t('还缺'), align: 'right' },
          { dataIndex: 'seed', title: t('种子'), align: 'right' },
        ]}
      />
    </AppModal>
  )
}
