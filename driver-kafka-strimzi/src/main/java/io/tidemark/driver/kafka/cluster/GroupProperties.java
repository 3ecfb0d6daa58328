package io.tidemark.driver.kafka.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/** Properties of groups that the brokers keep, such as where a share group starts. */
public record GroupProperties(Admin admin, Map<String, String> properties, Duration timeout) {

  /** The group need not exist. */
  public void set(String group) throws IOException, InterruptedException {
    if (properties.isEmpty()) {
      return;
    }
    Collection<AlterConfigOp> changes =
        properties.entrySet().stream()
            .map(
                each ->
                    new AlterConfigOp(
                        new ConfigEntry(each.getKey(), each.getValue()), AlterConfigOp.OpType.SET))
            .toList();
    ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
    AdminCalls.await(
        admin
            .incrementalAlterConfigs(
                Map.of(resource, List.copyOf(changes)),
                new AlterConfigsOptions().timeoutMs(AdminCalls.millis(timeout)))
            .all(),
        timeout,
        "set the properties of group " + group + " (key 'groupConfig')");
  }
}
