package io.tidemark.driver.kafka.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import io.tidemark.driver.kafka.SharedCluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Settings as a real node describes them. */
@Timeout(120)
class KafkaConfigsIT {
  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  @Test
  void saysWhoSetEachSetting() throws Exception {
    try (Admin admin = cluster.admin()) {
      String topic = "configured-" + UUID.randomUUID();
      NewTopic wanted = new NewTopic(topic, 1, (short) 1);
      admin.createTopics(List.of(wanted.configs(Map.of("flush.messages", "1")))).all().get();

      List<EffectiveSetting> found = new KafkaConfigs(admin).read(List.of(topic)).settings();

      EffectiveSetting flush = find(found, "topic", "flush.messages");
      assertThat(flush.subject()).isEqualTo(topic);
      assertThat(flush.value()).isEqualTo("1");
      assertThat(flush.origin()).isEqualTo(Origin.CHANGED);
      assertThat(flush.source()).isEqualTo("dynamic topic config, default 9223372036854775807");
      EffectiveSetting roles = find(found, "broker", "process.roles");
      assertThat(roles.origin()).isEqualTo(Origin.CHANGED);
      assertThat(roles.source()).startsWith("static broker config");
      assertThat(find(found, "broker", "queued.max.requests").origin()).isEqualTo(Origin.DEFAULT);
      EffectiveSetting same = find(found, "broker", "default.replication.factor");
      assertThat(same.source()).isEqualTo("static broker config, default 1");
      assertThat(same.origin()).as("a file that states the default").isEqualTo(Origin.DEFAULT);
      assertThat(find(found, "broker", "listeners").origin()).isEqualTo(Origin.PLACE);
      assertThat(find(found, "topic", "cleanup.policy").origin()).isEqualTo(Origin.DEFAULT);
    }
  }

  @Test
  void aTopicThatIsNotThereIsANote() throws Exception {
    try (Admin admin = cluster.admin()) {
      EffectiveConfiguration read = new KafkaConfigs(admin).read(List.of("no-such-topic"));

      assertThat(read.notes())
          .singleElement()
          .asString()
          .startsWith("cannot read the settings of no-such-topic");
      assertThat(read.settings()).isNotEmpty();
    }
  }

  private static EffectiveSetting find(List<EffectiveSetting> settings, String scope, String name) {
    Optional<EffectiveSetting> found =
        settings.stream()
            .filter(each -> each.scope().equals(scope) && each.name().equals(name))
            .findFirst();
    assertThat(found).as("%s %s", scope, name).isPresent();
    return found.get();
  }
}
