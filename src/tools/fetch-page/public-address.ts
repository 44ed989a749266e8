// Which addresses are out in the public internet. Everything else is refused: loopback, private and link-local networks, the
// clouds' metadata services, documentation, multicast, reserved, and what tunnels into any of them.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast; ipaddr.js calls whatever is in no list "unicast", the old IPv4-compatible ::127.0.0.1 too. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv4 hosts as networks without IPv4 reach them. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Public by its number, but inside every Azure machine it is the platform's own service. */
const PLATFORM = '168.63.129.16';

/** @param address an IPv4 or IPv6 address as a resolver writes it; anything else is not public */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && parsed.toString() !== PLATFORM;
  if (!(parsed instanceof ipaddr.IPv6)) return false;
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(12).join('.'));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL);
}
