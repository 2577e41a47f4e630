import { type Extensions, Node, mergeAttributes } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { tableEditing } from '@tiptap/pm/tables'

const NUMBER = /^\d{1,4}$/

function attribute(name: string) {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute(name),
  }
}

/** A picture of this server; others the server would not keep. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: attribute('src'), alt: attribute('alt'), width: attribute('width') }),
  parseHTML: () => [{ tag: 'img[src^="/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

const Table = Node.create({
  name: 'table',
  content: 'tableRow+',
  group: 'block',
  isolating: true,
  extendNodeSchema: (extension) => ({ tableRole: extension.name in ROLES ? ROLES[extension.name as Role] : undefined }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
})

type Role = keyof typeof ROLES

/** What the commands on tables call them. */
const ROLES = { table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' } as const

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

/** Cells that reach over others keep doing so. */
function span(name: 'colspan' | 'rowspan') {
  return {
    default: 1,
    parseHTML: (element: HTMLElement) => {
      const text = element.getAttribute(name) ?? ''
      return NUMBER.test(text) ? Number(text) : 1
    },
    renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
  }
}

const cell = {
  content: 'block+',
  isolating: true,
  addAttributes: () => ({
    colspan: span('colspan'),
    rowspan: span('rowspan'),
    colwidth: { default: null, rendered: false },
  }),
}

const TableCell = Node.create({
  ...cell,
  name: 'tableCell',
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes), 0],
})

const TableHeader = Node.create({
  ...cell,
  name: 'tableHeader',
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', mergeAttributes(HTMLAttributes), 0],
})

/** What may be written: what the server's allow list keeps, in the elements it keeps it in. */
export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      protocols: ['mailto', 'tel'],
      HTMLAttributes: { rel: 'noopener noreferrer', target: '_blank' },
    },
    trailingNode: false,
  }),
  Picture,
  Table,
  TableRow,
  TableCell,
  TableHeader,
]

/** A table of three columns and rows, the first of them heads. */
export function newTable(): object {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  return { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] }
}
