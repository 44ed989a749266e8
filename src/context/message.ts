// The messages of a model request, in the wire shape of an OpenAI-compatible chat completion. They are compiled and
// synthetic: never a raw transcript.

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  /** `images`: data URLs, shown behind the words; they go over the wire as parts. */
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly string[] }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** A tool as the model sees it. `parameters` is a flat JSON schema of type object. */
export interface ToolSchema {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}
