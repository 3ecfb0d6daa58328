package io.tidemark.driver.rabbitmq;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Settings of the nodes, of the virtual host, and of the queues of a run, with the policies that
 * apply to them. The management API has no view of rabbitmq.conf as a whole: what it shows of the
 * effects is read, and the file itself on this machine.
 */
final class ManagementConfiguration {
  /** Settings in {@code /api/nodes}; the rest is state, or names and addresses. */
  private static final List<String> OF_NODES =
      List.of(
          "mem_limit",
          "mem_calculation_strategy",
          "disk_free_limit",
          "fd_total",
          "proc_total",
          "processors",
          "net_ticktime",
          "rates_mode",
          "enabled_plugins",
          "db_dir",
          "config_files");

  private static final List<String> OF_THE_CLUSTER =
      List.of("default_queue_type", "disable_stats", "enable_queue_totals", "erlang_version");

  private static final Set<String> PLACES = Set.of("db_dir", "config_files");

  /** Defaults that are the same in all supported versions. */
  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          entry("disk_free_limit", "50000000"),
          entry("net_ticktime", "60"),
          entry("rates_mode", "basic"),
          entry("default_queue_type", "classic"),
          entry("disable_stats", "false"),
          entry("enable_queue_totals", "false"),
          entry("enabled_plugins", "none"),
          entry("tracing", "false"),
          entry("auto_delete", "false"),
          entry("exclusive", "false"),
          entry("durable", "true"));

  private static final String QUEUE_COLUMNS =
      "name,type,durable,auto_delete,exclusive,arguments,policy,operator_policy,members,"
          + "effective_policy_definition";

  /** More queues of one topic have the same settings. */
  private static final int MOST_QUEUES = 20;

  private final ManagementApi api;
  private final String virtualHost;
  private final NodeFiles files;
  private final List<EffectiveSetting> settings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private ManagementConfiguration(ManagementApi api, String virtualHost, NodeFiles files) {
    this.files = files;
    this.api = api;
    this.virtualHost = virtualHost;
  }

  /** What the user may read; the rest is a note. */
  static EffectiveConfiguration read(ManagementApi api, String virtualHost, List<String> topics)
      throws InterruptedException {
    return read(api, virtualHost, topics, new NodeFiles());
  }

  static EffectiveConfiguration read(
      ManagementApi api, String virtualHost, List<String> topics, NodeFiles files)
      throws InterruptedException {
    ManagementConfiguration reading = new ManagementConfiguration(api, virtualHost, files);
    reading.part("overview", reading::overview);
    reading.part("nodes", reading::nodes);
    reading.part("virtual host", reading::virtualHost);
    reading.part("feature flags", reading::featureFlags);
    reading.part("queues", () -> reading.queues(topics));
    return new EffectiveConfiguration(reading.settings, reading.notes);
  }

  private interface Part {
    void read() throws IOException, InterruptedException;
  }

  private void part(String what, Part part) throws InterruptedException {
    try {
      part.read();
    } catch (IOException e) {
      notes.add(what + ": " + e.getMessage());
    }
  }

  private void overview() throws IOException, InterruptedException {
    JsonNode overview = api.get("overview");
    OF_THE_CLUSTER.forEach(
        name -> add(EffectiveSetting.BROKER, "cluster", name, overview.path(name), "overview"));
  }

  private void nodes() throws IOException, InterruptedException {
    for (JsonNode node : api.get("nodes?columns=name,os_pid," + String.join(",", OF_NODES))) {
      String subject = node.path("name").asText();
      files.read(node, settings, notes);
      OF_NODES.forEach(
          name -> add(EffectiveSetting.BROKER, subject, name, node.path(name), "node"));
    }
  }

  private void virtualHost() throws IOException, InterruptedException {
    String subject = "virtual host " + virtualHost;
    JsonNode found = api.get(ManagementApi.path("vhosts", virtualHost));
    for (String name : List.of("default_queue_type", "tracing")) {
      add("virtual host", subject, name, found.path(name), "virtual host");
    }
    for (JsonNode limits : api.get(ManagementApi.path("vhost-limits", virtualHost))) {
      limits
          .path("value")
          .properties()
          .forEach(
              each ->
                  changed("virtual host", subject, each.getKey(), each.getValue(), "vhost limit"));
    }
  }

  private void featureFlags() throws IOException, InterruptedException {
    for (JsonNode flag : api.get("feature-flags")) {
      add(
          EffectiveSetting.BROKER,
          "cluster",
          "feature_flag." + flag.path("name").asText(),
          flag.path("state"),
          "feature flag");
    }
  }

  private void queues(List<String> topics) throws IOException, InterruptedException {
    Set<String> policies = new LinkedHashSet<>();
    for (String topic : topics) {
      String path =
          ManagementApi.path("queues", virtualHost)
              + "?page=1&page_size="
              + MOST_QUEUES
              + "&use_regex=false&name="
              + ManagementApi.segment(topic)
              + "&columns="
              + QUEUE_COLUMNS;
      for (JsonNode queue : api.get(path).path("items")) {
        queue(queue);
        policies.add(queue.path("policy").asText(""));
        policies.add(queue.path("operator_policy").asText(""));
      }
    }
    policies(policies, "policies", "policy");
    policies(policies, "operator-policies", "operator policy");
  }

  private void queue(JsonNode queue) {
    String name = queue.path("name").asText();
    changed("queue", name, "type", queue.path("type"), "declaration");
    for (String key : List.of("durable", "auto_delete", "exclusive")) {
      add("queue", name, key, queue.path(key), "declaration");
    }
    if (queue.path("members").isArray()) {
      settings.add(
          new EffectiveSetting(
              "queue",
              name,
              "members",
              "" + queue.path("members").size(),
              Origin.CHANGED,
              "declaration"));
    }
    queue
        .path("arguments")
        .properties()
        .forEach(each -> changed("queue", name, each.getKey(), each.getValue(), "queue argument"));
    queue
        .path("effective_policy_definition")
        .properties()
        .forEach(each -> changed("queue", name, each.getKey(), each.getValue(), "policy"));
  }

  private void policies(Set<String> used, String path, String scope)
      throws IOException, InterruptedException {
    if (used.stream().allMatch(name -> name.isEmpty() || name.equals("null"))) {
      return;
    }
    for (JsonNode policy : api.get(ManagementApi.path(path, virtualHost))) {
      String name = policy.path("name").asText();
      if (used.contains(name)) {
        for (String key : List.of("pattern", "apply-to", "priority", "definition")) {
          changed(scope, name, key, policy.path(key), scope);
        }
      }
    }
  }

  /** A changed value if it is known to differ from the default. */
  private void add(String scope, String subject, String name, JsonNode value, String source) {
    if (value.isMissingNode() || value.isNull()) {
      return; // Versions have different keys.
    }
    String text = text(value);
    String expected = DEFAULTS.getOrDefault(name, text);
    boolean same = expected.equals(text);
    Origin origin = same ? Origin.DEFAULT : Origin.CHANGED;
    settings.add(
        new EffectiveSetting(
            scope,
            subject,
            name,
            text,
            PLACES.contains(name) ? Origin.PLACE : origin,
            same ? source : source + ", default " + expected));
  }

  private void changed(String scope, String subject, String name, JsonNode value, String source) {
    if (!value.isMissingNode() && !value.isNull()) {
      settings.add(new EffectiveSetting(scope, subject, name, text(value), Origin.CHANGED, source));
    }
  }

  private static String text(JsonNode value) {
    return value.isArray()
        ? StreamSupport.stream(value.spliterator(), false)
            .map(ManagementConfiguration::text)
            .sorted()
            .collect(Collectors.joining(", "))
        : value.isValueNode() ? value.asText() : value.toString();
  }
}
