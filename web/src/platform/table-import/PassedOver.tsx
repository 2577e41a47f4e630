import { useT } from '../i18n/i18n.ts'

/** What of the file was not read as rows, by name: nothing is left out without a word. */
export function PassedOver({ passed }: { passed: readonly string[] }) {
  const t = useT()
  if (passed.length === 0) return null
  return (
    <p className="table-import-passed">{t('没有读取：{what}', { what: passed.map((one) => t(one)).join('；') })}</p>
  )
}
