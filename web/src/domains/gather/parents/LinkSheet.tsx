import type { makeLinks } from '@xueheng/contract/domains/gather/gather-link.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { CopyOutlined, PrinterOutlined } from '@ant-design/icons'
import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { PrintSheet } from '../../../platform/crud/PrintSheet.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { QrCode } from './QrCode.tsx'
import './link-sheet.css'

type Link = Output<typeof makeLinks>[number]

interface LinkSheetProps {
  links: Link[]
  onClose: () => void
}

/** The links that were just made, once: to be printed and cut up, or sent one by one. */
export function LinkSheet({ links, onClose }: LinkSheetProps) {
  const t = useT()
  const [isPrinting, print] = useState(false)
  const copying = useAction(() => navigator.clipboard.writeText(asLines(links)), { done: '已复制，可粘贴到表格' })
  const cards = <Cards links={links} />
  return (
    <AppModal open width={860} title={t('{num}个家长链接', { num: links.length })} footer={null} onCancel={onClose}>
      <Flex vertical gap="middle">
        <Alert
          type="warning"
          showIcon
          title={t('链接只在这里给出一次，请现在打印或复制；每个链接只能核对一名学生，不要发到群里')}
        />
        <Flex gap="small" wrap>
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => print(true)}>
            {t('打印二维码')}
          </Button>
          <Button icon={<CopyOutlined />} loading={copying.isBusy} onClick={() => void copying.run()}>
            {t('复制名单和链接')}
          </Button>
        </Flex>
        <div className="link-scroll">{cards}</div>
      </Flex>
      {isPrinting && (
        <PrintSheet title={t('家长核对信息二维码')} onDone={() => print(false)}>
          {cards}
        </PrintSheet>
      )}
    </AppModal>
  )
}

function Cards({ links }: { links: Link[] }) {
  const t = useT()
  return (
    <ul className="link-cards">
      {links.map((link) => (
        <li key={link.path}>
          <QrCode text={addressOf(link)} label={t('{name}的二维码', { name: link.studentName })} />
          <div>
            <b>{link.studentName}</b>
            <span>{[link.schoolName, link.className].filter(Boolean).join(' ')}</span>
            <span>{t('请家长扫码核对信息')}</span>
            <small>{t('{time}前有效', { time: link.expireTime.slice(0, 16) })}</small>
          </div>
        </li>
      ))}
    </ul>
  )
}

function addressOf({ path }: Link): string {
  return window.location.origin + path
}

/** Rows with tabs between: a sheet takes them as cells. */
function asLines(links: Link[]): string {
  return links.map((link) => [link.className ?? '', link.studentName, addressOf(link)].join('\t')).join('\n')
}
