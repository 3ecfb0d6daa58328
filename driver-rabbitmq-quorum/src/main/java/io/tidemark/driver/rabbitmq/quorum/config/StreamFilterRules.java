package io.tidemark.driver.rabbitmq.quorum.config;

import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Protocol;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.QueueType;
import io.tidemark.driver.settings.SettingValues;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a {@link StreamFilter} requires of the other keys. */
final class StreamFilterRules {
  private static final Pattern SHARE = Pattern.compile("([1-9]\\d{0,5})/([1-9]\\d{0,5})");

  private StreamFilterRules() {}

  static void check(SettingValues values, QuorumConfiguration read) {
    StreamFilter filter = read.filter();
    for (String key : List.of("filter.by", "filter.sql", "filter.bloom")) {
      values.problemIf(values.has(key) && !filter.isOn(), key, "requires filter.matches");
    }
    if (!filter.isOn()) {
      return;
    }
    values.problemIf(
        !isShare(filter.matches()),
        "filter.matches",
        "got '" + filter.matches() + "'; allowed a share of whole numbers up to 1 such as 1/10");
    values.problemIf(
        read.protocol() != Protocol.AMQP10 || read.queues().type() != QueueType.STREAM,
        "filter",
        "requires protocol: amqp10 and queueType: stream");
    values.problemIf(
        !filter.expression().isEmpty() && filter.by() != StreamFilter.By.SQL,
        "filter.sql",
        "requires filter.by: sql");
    values.problemIf(
        read.publishing().messageProperties().get("headers") instanceof Map<?, ?> headers
            && headers.containsKey(StreamFilter.PROPERTY),
        "messageProperties.headers." + StreamFilter.PROPERTY,
        "is used by the driver with filter.matches");
  }

  private static boolean isShare(String text) {
    Matcher share = SHARE.matcher(text);
    return share.matches() && Integer.parseInt(share.group(1)) <= Integer.parseInt(share.group(2));
  }
}
