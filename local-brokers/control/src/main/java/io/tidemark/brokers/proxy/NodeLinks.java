package io.tidemark.brokers.proxy;

import io.tidemark.proxy.LinkDelay;
import io.tidemark.proxy.ProxyLoop;
import io.tidemark.proxy.TcpProxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The open proxies of a cluster, and which nodes are partitioned. Not thread-safe. */
final class NodeLinks {
  private final Map<ProxyLink, TcpProxy> proxies = new LinkedHashMap<>();
  private final Set<Integer> partitioned = new TreeSet<>();

  NodeLinks(ProxyLoop loop, List<ProxyLink> links) {
    links.forEach(link -> proxies.put(link, loop.open(link.listen(), link.target())));
  }

  /** Cuts everything between the node and clients, and between it and all other nodes. */
  void partition(int node) {
    partitioned.add(node);
    proxies.forEach(
        (link, proxy) -> {
          if (link.touches(node)) {
            proxy.cut();
          }
        });
  }

  void delay(int node, LinkDelay delay) {
    proxies.forEach(
        (link, proxy) -> {
          if (link.isForClientsOf(node)) {
            proxy.delay(delay);
          }
        });
  }

  /** Returns the number of connections that were reset. */
  int reset(int node) {
    return proxies.entrySet().stream()
        .filter(each -> each.getKey().isForClientsOf(node))
        .mapToInt(each -> each.getValue().resetConnections())
        .sum();
  }

  /** A link to a node that is still partitioned stays cut. */
  void heal(int node) {
    partitioned.remove(node);
    delay(node, LinkDelay.NONE);
    proxies.forEach(
        (link, proxy) -> {
          if (link.touches(node) && partitioned.stream().noneMatch(link::touches)) {
            proxy.heal();
          }
        });
  }

  Set<Integer> partitioned() {
    return Set.copyOf(partitioned);
  }
}
