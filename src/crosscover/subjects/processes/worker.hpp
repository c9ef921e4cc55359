// Boards of C++ classes for worker.c: fills and shows vectors, arrays, strings and plain structures.
#include "worker.h"
#include <string>
#include <tuple>
#include <type_traits>

template <class T> auto crosscover_is_range(int) -> decltype(*((T *)nullptr)->begin(), std::true_type());
template <class T> std::false_type crosscover_is_range(...);
template <class T> auto crosscover_is_string(int) -> decltype(((T *)nullptr)->c_str(), std::true_type());
template <class T> std::false_type crosscover_is_string(...);
template <class T> auto crosscover_resizes(int) -> decltype(((T *)nullptr)->resize(1), std::true_type());
template <class T> std::false_type crosscover_resizes(...);
template <class T> auto crosscover_is_optional(int) -> decltype(**(T *)nullptr, bool(*(T *)nullptr), std::true_type());
template <class T> std::false_type crosscover_is_optional(...);
template <class T> auto crosscover_is_tuple(int) -> decltype(std::tuple_size<T>::value, std::true_type());
template <class T> std::false_type crosscover_is_tuple(...);

template <class T> constexpr bool crosscover_is_cell = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <class T> void crosscover_put(T &place, int &at, bool is_row = false) {
    if constexpr (std::is_convertible_v<std::string &, T> && !std::is_same_v<std::string, T>) { // a view
        static std::string text;
        crosscover_put(text, at);
        place = text;
    } else if constexpr (crosscover_is_cell<T>) {
        place = static_cast<T>(crosscover_cell(at++, sizeof(T) == 1));
    } else if constexpr (decltype(crosscover_is_range<T>(0))::value) {
        using Item = std::remove_reference_t<decltype(place[0])>;
        if constexpr (decltype(crosscover_is_string<T>(0))::value)
            crosscover_characters_only();
        const int side = crosscover_side();
        const int count = crosscover_is_cell<Item> && !is_row ? side * side : side;
        if constexpr (decltype(crosscover_resizes<T>(0))::value)
            place.resize(count);
        if (static_cast<int>(place.size()) < count)
            crosscover_refuse("the board is smaller");
        for (int item = 0; item < count; item++)
            crosscover_put(place[item], at, true);
    } else {
        static_assert(std::is_trivially_copyable_v<T>, "no board that crosscover can fill");
        crosscover_fill(&place, sizeof(T) / (crosscover_side() * crosscover_side()), 0, 0, 0);
    }
}

template <class T> void crosscover_put(T &place) {
    int at = 0;
    crosscover_put(place, at);
}

template <class T> void crosscover_return(const T &value) {
    if constexpr (std::is_same_v<T, bool>) {
        crosscover_raw(value ? "true" : "false");
    } else if constexpr (crosscover_is_cell<T>) {
        crosscover_number(static_cast<long long>(value), sizeof(T) == 1);
    } else if constexpr (decltype(crosscover_is_string<T>(0))::value) {
        crosscover_text(value.c_str(), value.size());
    } else if constexpr (decltype(crosscover_is_range<T>(0))::value) {
        bool is_first = true;
        for (const auto &item : value) {
            crosscover_raw(is_first ? "[" : ",");
            crosscover_return(item);
            is_first = false;
        }
        crosscover_raw(is_first ? "[]" : "]");
    } else if constexpr (decltype(crosscover_is_optional<T>(0))::value) {
        if (value) // also a smart pointer
            crosscover_return(*value);
        else
            crosscover_raw("null");
    } else if constexpr (decltype(crosscover_is_tuple<T>(0))::value) {
        const char *before = "[";
        auto add = [&](const auto &item) {
            crosscover_raw(before);
            crosscover_return(item);
            before = ",";
        };
        std::apply([&](const auto &...items) { (add(items), ...); }, value);
        crosscover_raw("]");
    } else if constexpr (std::is_trivially_copyable_v<T> && std::is_class_v<T>) {
        const int cells = crosscover_side() * crosscover_side();
        if (sizeof(T) % cells == 0)
            crosscover_show(const_cast<T *>(&value), sizeof(T) / cells, 0, 0, 0);
        else
            crosscover_raw("null");
    } else {
        crosscover_raw("null");
    }
}

// An object without a board, or with one if its class needs it.
template <class T, class B> T &crosscover_object(B &board) {
    if constexpr (std::is_default_constructible_v<T>)
        return *new T();
    else
        return *new T(board);
}
