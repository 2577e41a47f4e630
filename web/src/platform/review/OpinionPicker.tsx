import { Button, Dropdown } from 'antd'
import { useDictOptions } from '../crud/lookups.ts'
import { useT } from '../i18n/i18n.ts'

/** Dictionary of opinions that are written often; a site keeps its own. */
const OPINIONS = 'review_opinion'

/** Puts an opinion in place that is written often. */
export function OpinionPicker({ onPick }: { onPick: (opinion: string) => void }) {
  const t = useT()
  const { options } = useDictOptions(OPINIONS)
  if (options.length === 0) return null
  const items = options.map(({ value, label }) => ({ key: value, label }))
  const pick = (key: string): void => onPick(options.find((one) => one.value === key)?.label ?? '')
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => pick(key) }}>
      <Button>{t('常用意见')}</Button>
    </Dropdown>
  )
}
