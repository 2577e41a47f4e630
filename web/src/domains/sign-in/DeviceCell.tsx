import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { deviceText } from './device-text.ts'

/** Browser, system and kind of device in words; what the browser itself says is told on pointing. */
export const DEVICE_CELLS: OwnCells = {
  device: {
    width: 220,
    draw: (value, row) => <Device text={String(value ?? '')} agent={String(row.userAgent ?? '')} />,
  },
}

function Device({ text, agent }: { text: string; agent: string }) {
  const t = useT()
  return <span title={agent}>{deviceText(t, text)}</span>
}
