import { Button } from 'antd'
import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { Empty } from '../../../../platform/ui/Empty.tsx'
import type { Wizard } from '../use-wizard.ts'
import type { Batch } from '../wizard-steps.ts'
import { sheetKey } from './faults.ts'
import type { Mending } from './use-mending.ts'

interface NothingToMendProps {
  wizard: Wizard
  batch: Batch
  mending: Mending
}

/** Why there is no row: files are still being read, or checked, or nothing is wrong here; what is wrong elsewhere is one step away. */
export function NothingToMend({ wizard, batch, mending }: NothingToMendProps) {
  const t = useT()
  const { shown, faults } = mending
  const next = shown && faults.find((fault) => sheetKey(fault) !== sheetKey(shown.sheet))
  const done = wizard.job?.done ?? 0
  const isReading = batch.files.some((file) => file.sheets.length === 0 && !file.message)
  if (wizard.isBusy && isReading) {
    const hint = done > 0 ? t('已读 {n} 行', { n: formatNumber(done) }) : t('读完并校验后在这里显示结果')
    return <Empty title={t('正在读取文件')} hint={hint} />
  }
  if (wizard.isBusy) return <Empty title={t('正在校验，请稍候')} hint={t('校验完成后在这里显示结果')} />
  if (next) {
    const action = <Button onClick={() => void mending.open(next)}>{t('去改下一处')}</Button>
    return (
      <Empty
        title={t('这张表没有问题')}
        hint={t('其他表还有：{place}', { place: mending.placeOf(next) })}
        action={action}
      />
    )
  }
  return <Empty title={t(mending.filter.shown === 'all' ? '没有行' : '没有问题')} hint={t('这里没有要改的内容')} />
}
