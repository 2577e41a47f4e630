import { CheckCircleOutlined, CloseCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { certCheck } from '@xueheng/contract/domains/seal/cert-info.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions, Flex } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

type Step = Output<typeof certCheck>[number]

/** What `result` says, by its number. */
const RESULTS = [
  { title: '不通过', Icon: CloseCircleOutlined },
  { title: '通过', Icon: CheckCircleOutlined },
  { title: '未检验', Icon: QuestionCircleOutlined },
] as const
const [FAILS, HOLDS] = [0, 1]

/** Whether a certificate holds at this moment: the verdict, and every step it rests on. */
export function CertCheck({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['certinfo', id, 'check'],
    queryFn: () => callApi(certCheck, { id }),
    gcTime: 0,
    retry: false,
  })
  return (
    <AppModal open title={t('检验证书')} width={640} footer={null} onCancel={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Steps steps={data} />
      ) : (
        <Skeleton />
      )}
    </AppModal>
  )
}

function Steps({ steps }: { steps: Step[] }) {
  return (
    <Flex vertical gap="middle">
      <Verdict results={steps.map(({ result }) => result)} />
      <Descriptions column={1} size="small" bordered items={steps.map(itemOf)} />
    </Flex>
  )
}

function Verdict({ results }: { results: number[] }) {
  const t = useT()
  if (results.includes(FAILS ?? 0)) return <Alert type="error" showIcon title={t('证书当前不能信任')} />
  if (results.every((result) => result === HOLDS)) return <Alert type="success" showIcon title={t('证书当前有效')} />
  return <Alert type="warning" showIcon title={t('有未能检验的项，不能断定')} />
}

function itemOf(step: Step) {
  return { key: step.step, label: <StepName {...step} />, children: step.text }
}

function StepName({ title, result }: Step) {
  const t = useT()
  const { Icon, title: word } = RESULTS[result] ?? RESULTS[2]
  return (
    <>
      <Icon aria-label={t(word)} /> {t(title)}
    </>
  )
}
