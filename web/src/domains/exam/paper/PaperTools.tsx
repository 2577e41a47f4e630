import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  InsertRowAboveOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { PaperSheet } from './use-paper-sheet.ts'

/** What is done to lines by those who use the mouse. */
export function PaperTools({ sheet }: { sheet: PaperSheet }) {
  const t = useT()
  const { at, used, edits, ticked } = sheet
  const isOnLine = at.row < used
  return (
    <div className="paper-tools" role="toolbar" aria-label={t('题目的行')}>
      <Tool
        label={t('上移')}
        icon={<ArrowUpOutlined />}
        isOff={!isOnLine || at.row === 0}
        onPress={() => sheet.moveTo(at.row, at.row - 1)}
      />
      <Tool
        label={t('下移')}
        icon={<ArrowDownOutlined />}
        isOff={at.row >= used - 1}
        onPress={() => sheet.moveTo(at.row, at.row + 1)}
      />
      <Tool label={t('在上方插入一行')} icon={<InsertRowAboveOutlined />} isOff={!isOnLine} onPress={sheet.insert} />
      <Tool
        label={ticked.size > 0 ? t('删除所选的 {n} 行', { n: ticked.size }) : t('删除这一行')}
        icon={<DeleteOutlined />}
        isOff={ticked.size === 0 && !isOnLine}
        onPress={sheet.remove}
      />
      <Tool label={t('撤销')} icon={<UndoOutlined />} isOff={edits.edits.past.length === 0} onPress={edits.undo} />
      <Tool label={t('重做')} icon={<RedoOutlined />} isOff={edits.edits.future.length === 0} onPress={edits.redo} />
      <small>{t('从表格复制多行后直接粘贴，带表头时按表头对列；拖动行号，或按 Alt+Shift+↑↓ 调整顺序')}</small>
    </div>
  )
}

interface ToolProps {
  label: string
  icon: ReactNode
  isOff: boolean
  onPress: () => void
}

function Tool({ label, icon, isOff, onPress }: ToolProps) {
  return <Button size="small" icon={icon} aria-label={label} title={label} disabled={isOff} onClick={onPress} />
}
