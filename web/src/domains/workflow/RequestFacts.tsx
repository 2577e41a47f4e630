import type { FormAnswer } from '@xueheng/contract/domains/workflow/form.ts'
import { requestDetail, requestFile } from '@xueheng/contract/domains/workflow/request.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, download } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { RequestTag } from './request-look.tsx'

export function useRequest(businessId: string, taskId = '') {
  return useQuery({
    queryKey: ['flow', 'request', businessId, taskId],
    queryFn: () => callApi(requestDetail, { businessId, taskId }),
  })
}

export type RequestView = NonNullable<ReturnType<typeof useRequest>['data']>

/** A request as far as its form has been filled in, and where it stands. */
export function RequestFacts({ request }: { request: RequestView }) {
  const t = useT()
  return (
    <dl className="flow-facts is-form">
      <dt>{t('申请人')}</dt>
      <dd>{request.createUserName}</dd>
      <dt>{t('状态')}</dt>
      <dd>
        <RequestTag status={request.status} />
      </dd>
      <dt>{t('申请时间')}</dt>
      <dd>{request.applyTime}</dd>
      {(request.answers ?? []).map((answer) => (
        <Answer key={answer.id} businessId={request.id} answer={answer} />
      ))}
    </dl>
  )
}

function Answer({ businessId, answer }: { businessId: string; answer: FormAnswer }) {
  const t = useT()
  const fetching = useAction((fileId: string) => download(requestFile.path, { businessId, fileId }), { done: '' })
  return (
    <>
      <dt>{t(answer.name)}</dt>
      <dd>
        {answer.kind === 'boolean' || answer.kind === 'enum' ? t(answer.text) : answer.text}
        {answer.files.map((file) => (
          <Button key={file.id} type="link" className="flow-file" onClick={() => void fetching.run(file.id)}>
            {file.name}
          </Button>
        ))}
      </dd>
    </>
  )
}
