import {
  DeleteOutlined,
  DownloadOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  PlusOutlined,
  PrinterOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { ColumnSettings } from './ColumnSettings.tsx'
import { usePartsAhead } from './lazy-part.tsx'
import type { ColumnMemory } from './use-column-memory.ts'
import type { CrudList } from './use-crud-list.ts'

export interface ToolbarProps {
  crud: CrudList
  memory: ColumnMemory
  isFull: boolean
  isExporting: boolean
  extra?: ReactNode
  onAdd: () => void
  onRemove: () => void
  onExport: () => void
  onPrint: () => void
  onFull: () => void
}

export function Toolbar({ crud, memory, extra, isFull, isExporting, ...on }: ToolbarProps) {
  const t = useT()
  const { rights, entity } = crud
  usePartsAhead(!crud.isFirstLoad)
  return (
    <div className="crud-toolbar">
      <div className="crud-toolbar-left">
        {rights.canAdd && (
          <Button type="primary" icon={<PlusOutlined />} onClick={on.onAdd}>
            {t('新增')}
          </Button>
        )}
        {rights.canDelete && (
          <Button danger icon={<DeleteOutlined />} onClick={on.onRemove}>
            {t('删除')}
          </Button>
        )}
        {extra}
      </div>
      <div className="crud-toolbar-right">
        <Tool label={t('刷新')} icon={<ReloadOutlined spin={crud.isFetching} />} onClick={() => void crud.refresh()} />
        {entity.screen?.export !== false && (
          <Tool label={t('导出')} icon={<DownloadOutlined />} isBusy={isExporting} onClick={on.onExport} />
        )}
        {entity.screen?.print !== false && <Tool label={t('打印')} icon={<PrinterOutlined />} onClick={on.onPrint} />}
        <ColumnSettings memory={memory} />
        <Tool
          label={isFull ? t('退出全屏') : t('全屏')}
          icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          onClick={on.onFull}
        />
      </div>
    </div>
  )
}

interface ToolProps {
  label: string
  icon: ReactNode
  isBusy?: boolean
  onClick: () => void
}

export function Tool({ label, icon, isBusy, onClick }: ToolProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Button type="text" aria-label={label} icon={icon} loading={isBusy === true} onClick={onClick} />
    </Tooltip>
  )
}
