import { modelDeploy } from '@xueheng/contract/domains/workflow/model.ts'
import { CATEGORY_PREFIX } from '@xueheng/contract/domains/workflow/definition.ts'
import { Form } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { type DeployChoice, DeployFields, deployQuery } from './DeployFields.tsx'

/** A drawn process becomes one that can be started. */
export function ModelDeploy({ row, onClose }: { row: CrudRow; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<DeployChoice>()
  const deploying = useAction(
    (choice: DeployChoice) => callApi(modelDeploy, { modelId: row.id, ...deployQuery(choice) }),
    { form, done: '部署成功', changes: [['crud']], onDone: onClose },
  )
  return (
    <FormModal
      title={`${t('部署')} · ${String(row.name)}`}
      width={560}
      form={form}
      initial={row.category ? { category: `${CATEGORY_PREFIX}${String(row.category)}` } : {}}
      above={<RefusalNote text={deploying.refusal} />}
      okText={t('部署')}
      isBusy={deploying.isBusy}
      onSubmit={(choice) => void deploying.run(choice)}
      onClose={onClose}
    >
      <DeployFields />
    </FormModal>
  )
}
