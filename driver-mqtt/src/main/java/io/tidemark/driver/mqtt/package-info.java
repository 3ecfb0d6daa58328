/** MQTT 5 with any broker. Start reading at {@link io.tidemark.driver.mqtt.MqttSession}. */
package io.tidemark.driver.mqtt;
