package io.tidemark.brokers.proxy;

import io.tidemark.proxy.LinkDelay;
import io.tidemark.proxy.ProxyLoop;
import io.tidemark.proxy.TcpProxy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The process that runs the proxies of a cluster until it is killed. It is separate from the
 * process that started the cluster, so a cluster can outlive its starter, and any program of this
 * user can control it.
 *
 * <p>It accepts commands of one line each on a loopback port: the token, the command, its
 * arguments. The file {@value #CONTROL} in its directory, which only this user can read, has port
 * and token. The answer is one line: {@code ok} with the result, or {@code error} with the reason.
 */
public final class ProxyServer {
  /** The links, one in each line. */
  public static final String LINKS = "links";

  /** Written when all proxies listen. */
  static final String CONTROL = "control";

  private static final int COMMAND_TIMEOUT_MILLIS = 5_000;
  private static final int QUEUED_COMMANDS = 20;
  private static final long JITTER_SEED = 1;

  private final NodeLinks links;
  private final String token = UUID.randomUUID().toString();

  private ProxyServer(NodeLinks links) {
    this.links = links;
  }

  /**
   * The program.
   *
   * @param arguments the directory with {@value #LINKS}
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    List<ProxyLink> links =
        Files.readAllLines(directory.resolve(LINKS)).stream().map(ProxyLink::parse).toList();
    PortMapper.startIfWanted(directory);
    try (ProxyLoop loop = ProxyLoop.start("proxies", JITTER_SEED)) {
      new ProxyServer(new NodeLinks(loop, links)).serve(directory);
    }
  }

  private void serve(Path directory) throws IOException {
    try (ServerSocket server =
        new ServerSocket(0, QUEUED_COMMANDS, InetAddress.getLoopbackAddress())) {
      Path written = directory.resolve(CONTROL + ".new");
      Files.writeString(written, server.getLocalPort() + " " + token + "\n");
      Files.move(written, directory.resolve(CONTROL), StandardCopyOption.ATOMIC_MOVE);
      while (true) {
        answer(server.accept());
      }
    }
  }

  private void answer(Socket accepted) {
    try (Socket socket = accepted) {
      socket.setSoTimeout(COMMAND_TIMEOUT_MILLIS);
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String line = reader.readLine();
      if (line != null) {
        String answer = answerTo(List.of(line.split(" ", -1))) + "\n";
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      return; // The sender of the command has gone, which is no reason to end the proxies.
    }
  }

  private String answerTo(List<String> words) {
    if (!words.get(0).equals(token)) {
      return "error wrong token";
    }
    try {
      return ("ok " + run(words.subList(1, words.size()))).strip();
    } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
      return "error " + e.getMessage();
    }
  }

  private String run(List<String> command) {
    return switch (command.get(0)) {
      case "partition" -> {
        links.partition(node(command));
        yield "";
      }
      case "delay" -> {
        links.delay(
            node(command), new LinkDelay(duration(command.get(2)), duration(command.get(3))));
        yield "";
      }
      case "reset" -> String.valueOf(links.reset(node(command)));
      case "heal" -> {
        links.heal(node(command));
        yield "";
      }
      case "partitioned" ->
          links.partitioned().stream().map(String::valueOf).collect(Collectors.joining(","));
      default -> throw new IllegalArgumentException("unknown command '" + command.get(0) + "'");
    };
  }

  private static int node(List<String> command) {
    return Integer.parseInt(command.get(1));
  }

  private static Duration duration(String nanos) {
    return Duration.ofNanos(Long.parseLong(nanos));
  }

  /** The open proxies of a cluster, and which nodes are partitioned. Not thread-safe. */
  static final class NodeLinks {
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
}
