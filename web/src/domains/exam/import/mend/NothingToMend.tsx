import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { Empty } from '../../../../platform/ui/Empty.tsx'
import type { Wizard } from '../use-wizard.ts'
import type { Batch } from '../wizard-steps.ts'

/** Why there is no row: files are still being read, or checked, or nothing is wrong. */
export function NothingToMend({ wizard, batch, isAll }: { wizard: Wizard; batch: Batch; isAll: boolean }) {
  const t = useT()
  const done = wizard.job?.done ?? 0
  const isReading = batch.files.some((file) => file.sheets.length === 0 && !file.message)
  if (wizard.isBusy && isReading) {
    const hint = done > 0 ? t('已读 {n} 行', { n: formatNumber(done) }) : t('读完并校验后在这里显示结果')
    return <Empty title={t('正在读取文件')} hint={hint} />
  }
  if (wizard.isBusy) return <Empty title={t('正在校验，请稍候')} hint={t('校验完成后在这里显示结果')} />
  return <Empty title={t(isAll ? '没有行' : '没有问题')} hint={t('这里没有要改的内容')} />
}
