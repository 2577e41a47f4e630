import {
  BoldOutlined,
  ClearOutlined,
  DeleteColumnOutlined,
  DeleteOutlined,
  DeleteRowOutlined,
  InsertRowBelowOutlined,
  InsertRowRightOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  RedoOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables'
import type { Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import { newTable } from './rich-schema.ts'

export interface RichTool {
  label: string
  icon: ReactNode
  /** Keys that do the same, as they are printed on them. */
  keys?: string
  run: (editor: Editor) => void
  /** Whether the text at the cursor is so already; tools without it are never pressed. */
  isOn?: (editor: Editor) => boolean
  canRun?: (editor: Editor) => boolean
}

function heading(level: 2 | 3, label: string, icon: string): RichTool {
  return {
    label,
    icon,
    keys: `Ctrl Alt ${level}`,
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    isOn: (editor) => editor.isActive('heading', { level }),
  }
}

export const TEXT_TOOLS: RichTool[] = [
  heading(2, '大标题', 'H1'),
  heading(3, '小标题', 'H2'),
  {
    label: '正文',
    icon: 'P',
    keys: 'Ctrl Alt 0',
    run: (editor) => editor.chain().focus().setParagraph().run(),
    isOn: (editor) => editor.isActive('paragraph'),
  },
  {
    label: '加粗',
    icon: <BoldOutlined />,
    keys: 'Ctrl B',
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: '斜体',
    icon: <ItalicOutlined />,
    keys: 'Ctrl I',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    label: '下划线',
    icon: <UnderlineOutlined />,
    keys: 'Ctrl U',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    isOn: (editor) => editor.isActive('underline'),
  },
  {
    label: '项目列表',
    icon: <UnorderedListOutlined />,
    keys: 'Ctrl Shift 8',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: '编号列表',
    icon: <OrderedListOutlined />,
    keys: 'Ctrl Shift 7',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: '引用',
    icon: '”',
    keys: 'Ctrl Shift B',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  {
    label: '清除格式',
    icon: <ClearOutlined />,
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
]

/** The cursor stands in the first of the new cells. */
function insertTable(editor: Editor): void {
  const { from } = editor.state.selection
  editor.chain().focus().insertContent(newTable()).run()
  editor.state.doc.nodesBetween(Math.max(0, from - 1), editor.state.doc.content.size, (node, at) => {
    if (node.type.name === 'table') editor.commands.setTextSelection(at + 4)
    return node.type.name !== 'table'
  })
}

export const TABLE_TOOL: RichTool = {
  label: '插入表格',
  icon: <TableOutlined />,
  run: insertTable,
  canRun: (editor) => !editor.isActive('table'),
}

type TableCommand = typeof addRowAfter

function inTable(label: string, icon: ReactNode, command: TableCommand): RichTool {
  return {
    label,
    icon,
    run: (editor) => {
      command(editor.state, editor.view.dispatch)
      editor.commands.focus()
    },
  }
}

/** Shown while the cursor is in a table. */
export const IN_TABLE_TOOLS: RichTool[] = [
  inTable('下方插入一行', <InsertRowBelowOutlined />, addRowAfter),
  inTable('右侧插入一列', <InsertRowRightOutlined />, addColumnAfter),
  inTable('删除该行', <DeleteRowOutlined />, deleteRow),
  inTable('删除该列', <DeleteColumnOutlined />, deleteColumn),
  inTable('删除表格', <DeleteOutlined />, deleteTable),
]

export const HISTORY_TOOLS: RichTool[] = [
  {
    label: '撤销',
    icon: <UndoOutlined />,
    keys: 'Ctrl Z',
    run: (editor) => editor.chain().focus().undo().run(),
    canRun: (editor) => editor.can().undo(),
  },
  {
    label: '重做',
    icon: <RedoOutlined />,
    keys: 'Ctrl Y',
    run: (editor) => editor.chain().focus().redo().run(),
    canRun: (editor) => editor.can().redo(),
  },
]
