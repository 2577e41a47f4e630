import { modelCheck, modelDeploy, modelDetail } from '@xueheng/contract/domains/workflow/model.ts'
import { CATEGORY_PREFIX } from '@xueheng/contract/domains/workflow/definition.ts'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { wordsOf } from '../../platform/ui/message.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Findings } from './Findings.tsx'
import { type DeployChoice, DeployFields, deployQuery } from './DeployFields.tsx'

/** What stands in the way of the drawing as it is kept. */
async function checkKept(id: string) {
  const kept = await callApi(modelDetail, { id })
  return callApi(modelCheck, { modelEditorXml: kept?.modelEditorXml ?? '' })
}

/** A drawn process becomes one that can be started. */
export function ModelDeploy({ row, onClose }: { row: CrudRow; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<DeployChoice>()
  const found = useQuery({ queryKey: ['flowModel', row.id, 'check', row.version], queryFn: () => checkKept(row.id) })
  const deploying = useAction(
    (choice: DeployChoice) => callApi(modelDeploy, { modelId: row.id, ...deployQuery(choice) }),
    { form, done: '部署成功', changes: [['crud']], onDone: onClose },
  )
  const { faults, warnings } = { faults: found.data?.faults ?? [], warnings: found.data?.warnings ?? [] }
  return (
    <FormModal
      title={`${t('部署')} · ${String(row.name)}`}
      width={560}
      form={form}
      initial={row.category ? { category: `${CATEGORY_PREFIX}${String(row.category)}` } : {}}
      above={
        <>
          <RefusalNote text={deploying.refusal ?? (found.error ? wordsOf(found.error) : undefined)} />
          {faults.length + warnings.length > 0 && <Findings title={t('检查结果')} {...{ faults, warnings }} />}
        </>
      }
      okText={faults.length > 0 ? undefined : t('部署')}
      isBusy={deploying.isBusy}
      onSubmit={(choice) => void deploying.run(choice)}
      onClose={onClose}
    >
      <DeployFields />
    </FormModal>
  )
}
