import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { pullCorp, pushCorp } from '@xueheng/contract/domains/wecom/sync.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { readJobs } from '../../platform/jobs/jobs.ts'
import { ConflictsDialog } from './ConflictsDialog.tsx'
import { RemovedDialog } from './RemovedDialog.tsx'

const hasKey = (row: CrudRow) => row['hasSecret'] === 1 || row['hasContactSecret'] === 1

/** 企业管理: the corps, each read from the platform and brought there by a job. */
export function Page() {
  const [looked, look] = useState<CrudRow>()
  const [erased, erase] = useState<CrudRow>()
  const pull = useJob(pullCorp, PULL)
  const push = useJob(pushCorp, PUSH)
  return (
    <CrudPage entity={wecomCorp}>
      <ListToolbar />
      <ListRows
        actions={[
          {
            code: 'wecomcorp_sync',
            label: '从企业微信同步',
            isFor: hasKey,
            run: (row) => void pull.run(row),
          },
          {
            code: 'wecomcorp_push',
            label: '推送到企业微信',
            isFor: hasKey,
            run: (row) => void push.run(row),
          },
          { label: '两边都改过的', run: look },
          { code: 'wecomcorp_erase', label: '从企业微信删除', isFor: hasKey, run: erase },
        ]}
      />
      {erased && <RemovedDialog corp={erased} onClose={() => erase(undefined)} />}
      {looked && <ConflictsDialog corpId={looked.id} onClose={() => look(undefined)} />}
    </CrudPage>
  )
}

const PULL = {
  confirm: '读取企业微信里的部门、管理员、学生、家长和外部联系人；两边都改过的数据不覆盖，只作标记。确定同步?',
  done: '已开始同步，进度见任务中心',
}
const PUSH = {
  confirm: '把本地新增和改过的部门、管理员、学生、家长写到企业微信；本地删除的不动。确定推送?',
  done: '已开始推送，进度见任务中心',
}

/** Starts the job of a corp. */
function useJob(call: typeof pullCorp, words: typeof PULL) {
  return useAction(async ({ id }: CrudRow) => {
    await callApi(call, { id })
    await readJobs()
  }, words)
}
