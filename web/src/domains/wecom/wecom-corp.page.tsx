import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { pullCorp } from '@xueheng/contract/domains/wecom/sync.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { readJobs } from '../../platform/jobs/jobs.ts'

/** 企业管理: the corps, each read from the platform by a job. */
export function Page() {
  const pull = useAction(
    async ({ id }: CrudRow) => {
      await callApi(pullCorp, { id })
      await readJobs()
    },
    {
      confirm: '读取企业微信里的部门、管理员、学生、家长和外部联系人；两边都改过的数据不覆盖，只作标记。确定同步?',
      done: '已开始同步，进度见任务中心',
    },
  )
  return (
    <CrudPage entity={wecomCorp}>
      <ListToolbar />
      <ListRows
        actions={[
          {
            code: 'wecomcorp_sync',
            label: '从企业微信同步',
            isFor: (row) => row['hasSecret'] === 1 || row['hasContactSecret'] === 1,
            run: (row) => void pull.run(row),
          },
        ]}
      />
    </CrudPage>
  )
}
