import { Button, Select } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { ExamsPicker } from '../ExamsPicker.tsx'
import type { Shown, Version, useSteps } from './use-results.ts'

interface VersionBarProps {
  versions: Version[]
  shown: Shown
  show: (next: { version?: string; exams?: string[] }) => void
  steps: ReturnType<typeof useSteps>
  mayCompute: boolean
  hasLines: boolean
  onSave: () => void
}

const WORK = 'work'

/** Which results are shown, and the next step with them. */
export function VersionBar({ versions, shown, show, steps, mayCompute, hasLines, onSave }: VersionBarProps) {
  const t = useT()
  const can = useCan()
  const version = versions.find((one) => one.versionNo === shown.versionNo)
  const isWork = version === undefined
  return (
    <div className="model-bar">
      <Select
        className="model-version"
        aria-label={t('版本')}
        value={version ? String(version.versionNo) : mayCompute ? WORK : undefined}
        placeholder={t('还没有终稿')}
        onChange={(next: string) => show({ version: next })}
        options={[
          ...(mayCompute ? [{ value: WORK, label: t('当前结果') }] : []),
          ...versions.map((one) => ({ value: String(one.versionNo), label: nameOf(one) })),
        ]}
      />
      {isWork && mayCompute && (
        <>
          <ExamsPicker value={shown.examIds} onChange={(exams) => show({ version: WORK, exams })} />
          <Button
            type="primary"
            loading={steps.computing.isBusy}
            disabled={shown.examIds.length === 0}
            onClick={() => void steps.computing.run(shown.examIds)}
          >
            {t(hasLines ? '重新计算' : '计算结果')}
          </Button>
          <Button disabled={!hasLines} onClick={onSave}>
            {t('保存为版本')}
          </Button>
        </>
      )}
      {version && version.isFinal !== 1 && can('exammodel_final') && (
        <Button type="primary" loading={steps.making.isBusy} onClick={() => void steps.making.run(version)}>
          {t('设为终稿')}
        </Button>
      )}
      {version && (
        <small>{[version.createUserName, version.createTime, version.remark].filter(Boolean).join(' · ')}</small>
      )}
    </div>
  )

  function nameOf({ versionNo, versionName, isFinal }: Version): string {
    const name = `${t('第 {n} 版', { n: versionNo ?? 0 })} ${versionName ?? ''}`
    return isFinal === 1 ? `${name} · ${t('终稿')}` : name
  }
}
