import { saveModelResultVersion } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { CallDialog } from '../../../platform/form/CallDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab, useTabTitle } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { MODELS_PATH, NEW_MODEL_PATH } from '../places.ts'
import { StatusMark } from '../StatusMark.tsx'
import { ExplainDialog } from './ExplainDialog.tsx'
import { ResultTable } from './ResultTable.tsx'
import {
  type Model,
  type ResultLine,
  type Shown,
  type Version,
  useModel,
  useResult,
  useShown,
  useSteps,
  useVersions,
} from './use-results.ts'
import { VersionBar } from './VersionBar.tsx'
import '../model.css'

/** What a model came to: points by section, totals and ranks, and how each number was made. */
export function ModelView({ modelCode }: { modelCode: string }) {
  const t = useT()
  const model = useModel(modelCode)
  const versions = useVersions(modelCode)
  useTabTitle(model.data?.modelName)
  const error = model.error ?? versions.error
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([model.refetch(), versions.refetch()])} />
  if (model.isPending || !versions.data) return <Skeleton />
  if (!model.data?.modelCode) return <Empty title={t('模型不存在或还没有终稿')} action={<BackButton />} />
  return <Results model={model.data} versions={versions.data} />
}

function BackButton() {
  const t = useT()
  return (
    <Button icon={<ArrowLeftOutlined />} onClick={() => openTab(MODELS_PATH)}>
      {t('全部模型')}
    </Button>
  )
}

function Results({ model, versions }: { model: Model; versions: Version[] }) {
  const t = useT()
  const can = useCan()
  const [shown, show] = useShown(versions)
  const [line, explain] = useState<ResultLine>()
  const [isSaving, setSaving] = useState(false)
  const result = useResult(model.modelCode, shown)
  const steps = useSteps(model.modelCode)
  const version = versions.find((one) => one.versionNo === shown.versionNo)
  const lines = result.data ?? []
  const mayCompute = can('exammodel_compute')

  return (
    <PageFrame
      title={
        <>
          {model.modelName} <StatusMark status={model.modelStatus ?? 0} />
          {version?.isFinal === 1 && <Tag color="gold">{t('终稿')}</Tag>}
        </>
      }
      hint={version ? examsText(version) : t('工作结果，只有教育局看得到；保存为版本并设为终稿后，学校才看得到')}
      extra={
        <>
          <BackButton />
          {can('exammodel_edit') && (
            <Button onClick={() => openTab(`${NEW_MODEL_PATH}?id=${model.id}`)}>{t('编辑模型')}</Button>
          )}
        </>
      }
    >
      <VersionBar
        {...{ versions, shown, show, steps, mayCompute }}
        hasLines={lines.length > 0}
        onSave={() => setSaving(true)}
      />
      {result.error ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : result.isFetching && lines.length === 0 ? (
        <Skeleton />
      ) : lines.length > 0 ? (
        <ResultTable {...{ lines }} grain={version?.modelSnapshot?.grain ?? model.grain} onExplain={explain} />
      ) : (
        <Empty
          title={t('还没有结果')}
          hint={t(mayCompute ? '选择已发布的考试，然后计算结果' : '教育局发布终稿后，这里显示本单位的结果')}
        />
      )}
      {line && <ExplainDialog line={line} onClose={() => explain(undefined)} />}
      {isSaving && <SaveVersion {...{ model, shown, show, steps }} onClose={() => setSaving(false)} />}
    </PageFrame>
  )
}

interface SaveVersionProps {
  model: Model
  shown: Shown
  show: ReturnType<typeof useShown>[1]
  steps: ReturnType<typeof useSteps>
  onClose: () => void
}

/** Names the version the present results are kept as, and shows it. */
function SaveVersion({ model, shown, show, steps, onClose }: SaveVersionProps) {
  const t = useT()
  return (
    <CallDialog
      call={saveModelResultVersion}
      title={t('保存为版本')}
      given={{ modelCode: model.modelCode, examIds: shown.examIds.join(',') }}
      okText={t('保存')}
      done={(answer) => t('已保存为第 {n} 版', { n: answer?.versionNo ?? 0 })}
      changes={steps.changes}
      onDone={(answer) => show({ version: String(answer?.versionNo) })}
      onClose={onClose}
    />
  )
}

function examsText({ modelSnapshot }: Version): string {
  return (modelSnapshot?.exams ?? []).map((exam) => exam.examName).join(' · ')
}
