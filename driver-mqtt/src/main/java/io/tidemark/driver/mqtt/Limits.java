package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAckRestrictions;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the broker has said in its CONNACK. */
final class Limits {
  private Limits() {}

  /** Closes the link if the broker does not take messages of that level. */
  static void requireQos(MqttLink link, MqttQos wanted, String key) throws IOException {
    MqttQos most = link.accepted().getRestrictions().getMaximumQos();
    if (wanted.getCode() > most.getCode()) {
      link.closeWithSession();
      throw new IOException(
          key + ": got " + wanted.getCode() + "; the broker allows 0 to " + most.getCode());
    }
  }

  static List<EffectiveSetting> settings(MqttLink link, String broker) {
    Mqtt5ConnAckRestrictions said = link.accepted().getRestrictions();
    List<EffectiveSetting> all = new ArrayList<>();
    add(all, broker, "Maximum QoS", "" + said.getMaximumQos().getCode());
    add(all, broker, "Receive Maximum", "" + said.getReceiveMaximum());
    add(all, broker, "Maximum Packet Size", "" + said.getMaximumPacketSize());
    add(all, broker, "Topic Alias Maximum", "" + said.getTopicAliasMaximum());
    add(all, broker, "Retain Available", "" + said.isRetainAvailable());
    add(all, broker, "Shared Subscription Available", "" + said.isSharedSubscriptionAvailable());
    link.accepted()
        .getServerKeepAlive()
        .ifPresent(seconds -> add(all, broker, "Server Keep Alive", seconds + " s"));
    return all;
  }

  private static void add(List<EffectiveSetting> to, String broker, String name, String value) {
    to.add(
        new EffectiveSetting(
            EffectiveSetting.BROKER, broker, name, value, Origin.DEFAULT, "CONNACK"));
  }
}
