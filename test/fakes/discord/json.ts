// Reading wire bodies without trusting them: each reader gives the value when it has the right shape, else undefined.

export type Json = { [key: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(body: Json | undefined, key: string): string | undefined {
  const value = body?.[key];
  return typeof value === 'string' ? value : undefined;
}

export function number(body: Json | undefined, key: string): number | undefined {
  const value = body?.[key];
  return typeof value === 'number' ? value : undefined;
}

export function flag(body: Json | undefined, key: string): boolean | undefined {
  const value = body?.[key];
  return typeof value === 'boolean' ? value : undefined;
}

export function object(body: Json | undefined, key: string): Json | undefined {
  const value = body?.[key];
  return isJson(value) ? value : undefined;
}

export function objects(body: Json | undefined, key: string): Json[] | undefined {
  const value = body?.[key];
  return Array.isArray(value) ? value.filter(isJson) : undefined;
}

export function texts(body: Json | undefined, key: string): string[] | undefined {
  const value = body?.[key];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}
