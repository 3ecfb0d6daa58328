/**
 * A TCP proxy for fault injection without root: it adds latency, stops traffic, drops or refuses
 * new connections and resets existing ones. It does not read the protocol, so TLS passes through.
 *
 * <p>Start with {@link io.tidemark.proxy.ProxyLoop#start}; each {@link io.tidemark.proxy.TcpProxy}
 * it opens is one listener in front of one target.
 */
package io.tidemark.proxy;
