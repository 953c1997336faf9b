// One node of OpenSearch with vectors, for the tests of stores. On this machine only: no TLS, no users.
//
//   java -cp 'DIR/*' OpenSearchNode.java FOLDER NAME HTTP_PORT TRANSPORT_PORT SEED_PORTS MANAGER_NAMES
//
// Lists are separated by commas. Runs until it is killed.

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.knn.plugin.KNNPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

public final class OpenSearchNode extends Node {
    private OpenSearchNode(Environment environment, Collection<Class<? extends Plugin>> plugins) {
        super(environment, plugins, true);
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        String name = arguments[1];
        Settings settings = Settings.builder()
            .put("cluster.name", "sluice-tests")
            .put("node.name", name)
            .put("path.home", folder)
            .put("path.data", folder.resolve("data-" + name))
            .put("path.logs", folder.resolve("logs-" + name))
            .put("network.host", "127.0.0.1")
            .put("http.port", arguments[2])
            .put("transport.port", arguments[3])
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .putList("discovery.seed_hosts",
                Stream.of(arguments[4].split(",")).map(port -> "127.0.0.1:" + port).collect(Collectors.toList()))
            .putList("cluster.initial_cluster_manager_nodes", arguments[5].split(","))
            .put("node.processors", 1)
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
        Environment environment = InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> name);
        new OpenSearchNode(environment, List.of(Netty4Plugin.class, KNNPlugin.class)).start();
        Thread.currentThread().join();
    }
}
