import {
  DeleteOutlined,
  DownloadOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ImportOutlined,
  PlusOutlined,
  PrinterOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { useCan } from '../session/session.ts'
import { openTab, useTabSearch } from '../tabs/tab.ts'
import { Tool } from '../ui/Tool.tsx'
import { ColumnSettings } from './ColumnSettings.tsx'
import { CrudPrint } from './CrudPrint.tsx'
import { lazyPart, usePartsAhead } from './lazy-part.tsx'
import { useExport } from './use-export.ts'
import { useList } from './use-list.ts'

/** What is done with the list as a whole; further buttons, its children, stand behind 新增 and 删除. */
export function ListToolbar({ children }: { children?: ReactNode }) {
  const t = useT()
  const { entity, rights, dialog, remove, selected, isFirstLoad } = useList()
  usePartsAhead(!isFirstLoad)
  return (
    <div className="crud-toolbar">
      <div className="crud-toolbar-left">
        {rights.canAdd && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => dialog.add()}>
            {t('新增')}
          </Button>
        )}
        {rights.canDelete && (
          <Button danger icon={<DeleteOutlined />} onClick={() => void remove(selected)}>
            {t('删除')}
          </Button>
        )}
        <ImportButton />
        {entity.importKey && rights.canAdd && <BookButton />}
        {children}
      </div>
      <Tools />
    </div>
  )
}

/** Where people look for the import, the way to it. */
function ImportButton() {
  const t = useT()
  const can = useCan()
  const [search] = useTabSearch()
  const { importBy } = useList().layout
  if (!importBy || !can(importBy.permission)) return null
  const { path, along = [] } = importBy
  const [place = '', query] = path.split('?')
  const params = new URLSearchParams(query)
  for (const name of along) if (search.get(name)) params.set(name, search.get(name) ?? '')
  return (
    <Button icon={<ImportOutlined />} onClick={() => openTab(`${place}?${params}`)}>
      {t('导入工作簿')}
    </Button>
  )
}

const EntityImport = lazyPart(async () => (await import('../table-import/EntityImport.tsx')).EntityImport)

/** Rows of the list itself by workbook. */
function BookButton() {
  const t = useT()
  const { entity } = useList()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        {t('导入')}
      </Button>
      {isOpen && <EntityImport entity={entity} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What changes nothing: read again, carry away, print, look at it otherwise. */
function Tools() {
  const t = useT()
  const { layout, isFetching, refresh, memory, isFull, setFull } = useList()
  return (
    <div className="crud-toolbar-right">
      <Tool label={t('刷新')} icon={<ReloadOutlined spin={isFetching} />} onClick={() => void refresh()} />
      {layout.hasExport && <ExportTool />}
      {layout.hasPrint !== false && <PrintTool />}
      <ColumnSettings memory={memory} />
      <Tool
        label={isFull ? t('退出全屏') : t('全屏')}
        icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={() => setFull(!isFull)}
      />
    </div>
  )
}

const ReasonDialog = lazyPart(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)

function ExportTool() {
  const t = useT()
  const list = useList()
  const { fetch, isBusy, isAskingReason, stopAsking, more, fetchWith } = useExport(list)
  return (
    <>
      <Tool label={t('导出')} icon={<DownloadOutlined />} isBusy={isBusy} onClick={fetch} />
      {isAskingReason && (
        <ReasonDialog
          title={`${t('导出')} · ${t(list.entity.title)}`}
          hint={t('导出个人信息的理由（将记入操作日志）')}
          okText={t('导出')}
          more={more}
          onCancel={stopAsking}
          onSubmit={fetchWith}
        />
      )}
    </>
  )
}

function PrintTool() {
  const t = useT()
  const { entity, rows, labels, memory } = useList()
  const [isPrinting, setPrinting] = useState(false)
  return (
    <>
      <Tool label={t('打印')} icon={<PrinterOutlined />} onClick={() => setPrinting(true)} />
      {isPrinting && (
        <CrudPrint
          title={t(entity.title)}
          fields={memory.shown}
          {...{ rows, labels }}
          onDone={() => setPrinting(false)}
        />
      )}
    </>
  )
}
