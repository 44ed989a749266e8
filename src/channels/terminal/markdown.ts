// Markdown as a terminal shows it: parsed by mdast, drawn with bold, colours and indentation, wrapped at words. A line
// break is a line break, as in any chat. Nothing written is ever left out: what has no form of its own here is shown as it
// was written. Pure.
import type { Nodes, Parents, Root, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Paint } from './paint.ts';
import { piecesOf } from './pieces.ts';
import { tableLines } from './table.ts';
import { indented, wrapped } from './wrap.ts';

export interface Canvas {
  /** The width, in columns. */
  readonly columns: number;
  readonly paint: Paint;
  /** Whether `paint` paints: else inline code keeps its backticks. */
  readonly colours: boolean;
}

const disabled = [
  'setextUnderline',
  'codeIndented',
  'htmlFlow',
  'htmlText',
  'definition',
  'gfmFootnoteDefinition',
];

/** @returns lines joined by "\n", none wider than the canvas but for code and what no person would read */
export function renderMarkdown(text: string, canvas: Canvas): string {
  return piecesOf(text)
    .map((piece) => {
      if (piece.type === 'code') return codeBlock(piece.text, canvas);
      return piece.type === 'plain'
        ? wrapped(piece.text, canvas.columns)
        : new Renderer(piece.text, canvas).render();
    })
    .join('\n');
}

const codeBlock = (code: string, { paint }: Canvas): string => indented(paint('cyan', code), '  ', '  ');

class Renderer {
  readonly #source: string;
  readonly #canvas: Canvas;

  constructor(source: string, canvas: Canvas) {
    this.#source = source;
    this.#canvas = canvas;
  }

  render(): string {
    const root: Root = fromMarkdown(this.#source, {
      extensions: [gfm({ singleTilde: false }), { disable: { null: disabled } }],
      mdastExtensions: [gfmFromMarkdown()],
    });
    const trailing = /\n*$/.exec(this.#source)?.[0].length ?? 0;
    return this.#blocks(root.children, this.#canvas.columns) + '\n'.repeat(Math.min(trailing, 1));
  }

  /** One under the other, with an empty line where the source has one. */
  #blocks(nodes: readonly RootContent[], columns: number): string {
    return nodes
      .map((node, at) => {
        const before = nodes[at - 1]?.position?.end.line;
        const gap = before !== undefined && (node.position?.start.line ?? 0) - before > 1 ? '\n' : '';
        return gap + this.#block(node, columns);
      })
      .join('\n');
  }

  #block(node: RootContent, columns: number): string {
    const { paint } = this.#canvas;
    switch (node.type) {
      case 'paragraph':
        return wrapped(this.#inline(node), columns);
      case 'heading':
        return wrapped(paint(node.depth === 1 ? ['bold', 'underline'] : 'bold', this.#inline(node)), columns);
      case 'list':
        return this.#list(node, columns);
      case 'blockquote':
        return indented(this.#blocks(node.children, columns - 2), paint('dim', '│ '), paint('dim', '│ '));
      case 'code':
        return codeBlock(node.value, this.#canvas);
      case 'thematicBreak':
        return paint('dim', '─'.repeat(Math.min(columns, 40)));
      case 'table':
        return this.#table(node, columns);
      default:
        return wrapped(this.#written(node), columns);
    }
  }

  #list(list: Extract<RootContent, { type: 'list' }>, columns: number): string {
    return list.children
      .map((item, at) => {
        const before = list.children[at - 1]?.position?.end.line;
        const gap = before !== undefined && (item.position?.start.line ?? 0) - before > 1 ? '\n' : '';
        const bullet = list.ordered ? `${(list.start ?? 1) + at}. ` : `${boxOf(item.checked)} `;
        const words = this.#blocks(item.children, columns - bullet.length - 1);
        return gap + indented(words, ` ${bullet}`, ' '.repeat(bullet.length + 1));
      })
      .join('\n');
  }

  #table(table: Table, columns: number): string {
    const rows = table.children.map((row) => row.children.map((cell) => this.#inline(cell)));
    return tableLines(rows, columns, this.#canvas.paint).join('\n');
  }

  #inline(node: Parents): string {
    return node.children.map((child) => this.#span(child)).join('');
  }

  #span(node: Nodes): string {
    const { paint, colours } = this.#canvas;
    switch (node.type) {
      case 'text':
        return node.value;
      case 'strong':
        return paint('bold', this.#inline(node));
      case 'emphasis':
        return paint('italic', this.#inline(node));
      case 'delete':
        return colours ? paint('strikethrough', this.#inline(node)) : this.#written(node);
      case 'inlineCode':
        return colours ? paint('cyan', node.value) : this.#written(node);
      case 'break':
        return '\n';
      case 'link': {
        const words = this.#inline(node);
        const isBare = node.url === words || node.url === `mailto:${words}` || node.url === `http://${words}`;
        return isBare ? paint('underline', words) : `${words} (${paint('underline', node.url)})`;
      }
      default:
        return this.#written(node);
    }
  }

  #written({ position }: Nodes): string {
    return this.#source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
  }
}

const boxOf = (checked: boolean | null | undefined): string =>
  checked === true ? '☑' : checked === false ? '☐' : '•';
